import type { z } from 'zod'
import type { Select } from '../../contract/index.ts'
import { cloneSchema, toZod, toZodObject, type ZodObjectOf } from '../../schema/index.ts'
import type { ProfileName, SchemaChange } from '../../schema/profiles/profiled-schema.ts'
import { checkArguments, invalidArguments, type ArgumentsCheck } from './check-arguments.ts'
import { inputExamples } from './input-examples.ts'
import { toModelForm } from './model-form.ts'
import { toSelectArgument, type SelectArgument } from './select-argument.ts'
import type { ShownResult, ShowOptions } from './show-result.ts'
import type { ModelCall } from './model-call.ts'
import type { ToolAnnotations } from './tool-annotations.ts'
import { failedResult, type ToolResult } from './tool-result.ts'
import type { ToolArguments, ToolName, ToolOutcome, ToolTypes } from './tool-types.ts'

/** A JSON Schema as its author wrote it. */
export type JsonSchema = Record<string, unknown>

/** Whether a person has to approve calls of the tool. */
export type ToolApproval = 'never' | 'required'

export type ExecuteOptions = {
  /**
   * Ends the call. An abort, unless it is a timeout, also cancels the request to the third party,
   * and the same call made again returns that it was cancelled.
   */
  signal?: AbortSignal | undefined
  /**
   * The signal by which the user aborts, if `signal` also aborts for other reasons, such as the
   * failure of another task. Only its abort cancels the request to the third party; after any other
   * the same call made again returns the result. Default: `signal`.
   */
  cancelSignal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /**
   * Idempotency key: a repeated call with the same key is not executed again and returns the first
   * result.
   */
  idempotencyKey?: string | undefined
  /**
   * The model's call that this executes. Its idempotency key is derived from it, so that the same
   * call executed again returns the first result. Not used for tools that only read.
   */
  call?: ModelCall | undefined
  /**
   * A person's decision about this call: `true` approves it if the session requires approval,
   * `false` denies it. If undefined, the call waits for approval.
   */
  approved?: boolean | undefined
  /** Gathers all pages of a tool that only reads: see `SessionExecuteOptions`. */
  all?: boolean | undefined
  /** Returns only these parts of the data: see `SessionExecuteOptions`. */
  select?: Select | undefined
}

/**
 * A tool in a framework-neutral form, which adapters map to their framework.
 *
 * Schemas are compiled when a tool is first used, so creating a thousand tools is cheap. Each read
 * of a schema returns a new copy.
 *
 * With a slug that `plugboard generate types` declared, arguments and results are typed.
 *
 * @example
 * const [tool] = await session.tools({ search: 'create an issue' })
 * const result = await tool!.execute({ title: 'Broken door' })
 * console.log(result.successful ? result.data : result.error)
 */
export type AgentTool<Slug extends string = string> = {
  /** The slug, converted to a name that every model provider accepts: `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly name: ToolName<Slug>
  readonly slug: Slug
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema | undefined
  /**
   * Example arguments: the `examples` at the root of the input schema that are valid against it.
   */
  readonly inputExamples: ToolArguments<Slug>[]
  /** The input schema as a zod type. `z.toJSONSchema` converts it back to `inputSchema`. */
  readonly zod: z.ZodType<ToolArguments<Slug>>
  /**
   * The input schema as a zod object, for `.shape`, `.pick()` and `.extend()`: see `toZodObject`. If
   * you only need validation, `zod` is cheaper.
   */
  readonly zodObject: ZodObjectOf<ToolArguments<Slug>>
  readonly annotations: ToolAnnotations
  /**
   * Whether third parties write the content of the tool's results, which may then contain
   * instructions to the model. True except for custom tools. `markUntrusted` marks such a result.
   */
  readonly untrusted: boolean
  readonly approval: ToolApproval
  /** Whether `inputSchema` can be used with `strict: true`. */
  readonly strict: boolean
  /**
   * Differences between `inputSchema` and the author's schema, with reasons. Empty in the original
   * form.
   */
  readonly changes: readonly SchemaChange[]
  /**
   * Returns the same tool in the dialect of a model family: name, description and `inputSchema` fit
   * its models, and their arguments are converted back before they are validated and sent.
   */
  forModel: (profile: ProfileName) => AgentTool
  /**
   * Validates arguments without running the tool. The error message tells a model what to correct.
   */
  validate: (toolArguments: unknown) => ArgumentsCheck<ToolArguments<Slug>>
  /**
   * Returns whether a person has to approve this call or, for SVC_MULTI_EXECUTE_TOOL, any of its
   * calls. Also true if the service cannot be reached. Only throws on abort.
   */
  needsApproval: (
    toolArguments: unknown,
    options?: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
  /**
   * Validates the arguments, then runs the tool. A failure is returned as a result with `error`.
   * Only throws on abort.
   */
  execute(
    toolArguments: KnownArguments<Slug>,
    options?: ExecuteOptions & { select?: undefined },
  ): Promise<ToolOutcome<Slug>>
  execute(toolArguments: KnownArguments<Slug>, options?: ExecuteOptions): Promise<ToolResult>
  /** Returns what a model sees of a result of this tool. */
  show: (result: ToolResult, options?: ShowOptions) => Promise<ShownResult>
}

/** An unknown tool takes what a model wrote. */
type KnownArguments<Slug extends string> = Slug extends keyof ToolTypes
  ? ToolArguments<Slug>
  : unknown

/** The definition that an agent tool is created from. */
export type ToolDefinition = {
  slug: string
  description: string
  /** The schema, as its author wrote it. */
  inputSchema: JsonSchema
  outputSchema?: JsonSchema | undefined
  annotations: ToolAnnotations
  /** Default: never. */
  approval?: ToolApproval | undefined
  /** Default: true. */
  untrusted?: boolean | undefined
  /** Adds an argument that selects parts of the result. Default: false. */
  select?: boolean | undefined
}

type RunTool = (
  slug: string,
  toolArguments: Record<string, unknown>,
  options: ExecuteOptions,
) => Promise<ToolResult>

/** Runs the tools of a session and shows their results. */
export type AgentToolSource = {
  run: RunTool
  needsApproval: (
    slug: string,
    toolArguments: unknown,
    options: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
  show: (slug: string, result: ToolResult, options: ShowOptions) => Promise<ShownResult>
}

/** Creates an agent tool of a session. */
export const toAgentTool = (
  source: AgentToolSource,
  definition: ToolDefinition,
  profile: ProfileName = 'original',
): AgentTool => {
  const {
    slug,
    inputSchema,
    outputSchema,
    annotations,
    approval = 'never',
    untrusted = true,
  } = definition
  const selectArgument = definition.select ? toSelectArgument(definition) : undefined
  const { name, description, schema, strict, changes, restore } = toModelForm(
    selectArgument ? { ...definition, inputSchema: selectArgument.schema } : definition,
    profile,
  )
  let zod: AgentTool['zod'] | undefined
  let zodObject: AgentTool['zodObject'] | undefined
  const take = (toolArguments: unknown): ReturnType<SelectArgument['take']> => {
    const restored = restore(toolArguments)
    return selectArgument?.take(restored) ?? { rest: restored }
  }
  /** What the call would be made with; as it came if that is not valid. */
  const read = (toolArguments: unknown): unknown => {
    const { rest } = take(toolArguments)
    const checked = checkArguments(slug, inputSchema, rest, { isOfApi: true })
    return checked.success ? checked.value : rest
  }
  const check = (toolArguments: unknown): ArgumentsCheck & { select?: string | undefined } => {
    const { rest, select, problem } = take(toolArguments)
    return problem === undefined
      ? { ...checkArguments(slug, inputSchema, rest, { isOfApi: true }), select }
      : invalidArguments(slug, [problem])
  }

  return {
    name,
    slug,
    description,
    get inputSchema() {
      return cloneSchema(schema)
    },
    get outputSchema() {
      return outputSchema && cloneSchema(outputSchema)
    },
    get inputExamples() {
      return inputExamples(inputSchema, schema)
    },
    get zod() {
      return (zod ??= toZod(schema))
    },
    get zodObject() {
      return (zodObject ??= toZodObject(schema))
    },
    annotations,
    untrusted,
    approval,
    strict,
    changes,
    forModel: (other) => toAgentTool(source, definition, other),
    validate: (toolArguments) => {
      const checked = check(toolArguments)
      return checked.success
        ? {
            success: true,
            value: toolArguments as Record<string, unknown>,
            sent: checked.value,
          }
        : { success: false, error: checked.error }
    },
    needsApproval: async (toolArguments, options = {}) =>
      approval === 'required' || source.needsApproval(slug, read(toolArguments), options),
    execute: async (toolArguments, { call, ...options } = {}) => {
      const checked = check(toolArguments)
      if (!checked.success) return failedResult(checked.error)
      const result = await source.run(slug, checked.value, {
        select: checked.select,
        ...options,
        ...(call && !annotations.readOnlyHint && { call }),
      })
      return checked.parsed ? { ...result, parsedArguments: checked.parsed } : result
    },
    show: (result, options = {}) => source.show(slug, result, options),
  }
}
