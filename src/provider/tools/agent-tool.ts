import type { z } from 'zod'
import { cloneSchema, toZod } from '../../schema/index.ts'
import type { ProfileName, SchemaChange } from '../../schema/profiles/profiled-schema.ts'
import { checkArguments, type ArgumentsCheck } from './check-arguments.ts'
import { inputExamples } from './input-examples.ts'
import { toModelForm } from './model-form.ts'
import type { ShownResult, ShowOptions } from './show-result.ts'
import type { ToolAnnotations } from './tool-annotations.ts'
import { failedResult, type ToolResult } from './tool-result.ts'

/** A JSON Schema as its author wrote it. */
export type JsonSchema = Record<string, unknown>

/** Whether a person has to agree before the tool runs. */
export type ToolApproval = 'never' | 'required'

export type ExecuteOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /**
   * Names this call: asked for again under the same name, it is not made again, and its first
   * answer comes back.
   */
  idempotencyKey?: string | undefined
  /**
   * What a person said to this very call: `true` makes it where the session asks first, `false`
   * makes it never. Nothing: it waits for its approval.
   */
  approved?: boolean | undefined
}

/**
 * One tool as an agent framework needs it, whatever the framework.
 *
 * Nothing is compiled until a tool is first used, so a thousand tools cost little. Each read of a
 * schema gives a fresh copy.
 *
 * @example
 * const [tool] = await session.tools({ search: 'create an issue' })
 * const result = await tool!.execute({ title: 'Broken door' })
 * console.log(result.successful ? result.data : result.error)
 */
export type AgentTool = {
  /** The slug, made fit for every model provider: `^[a-zA-Z0-9_-]{1,64}$`. */
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly outputSchema: JsonSchema | undefined
  /**
   * Arguments as the author of the schema would write them: the `examples` at its root, as far as
   * they fit it.
   */
  readonly inputExamples: Record<string, unknown>[]
  /** The input schema as a zod definition: `z.toJSONSchema` gives `inputSchema` back. */
  readonly zod: z.ZodType<Record<string, unknown>>
  readonly annotations: ToolAnnotations
  /**
   * Whether third parties wrote what the tool answers, which may then hold instructions to the
   * model: true but for custom tools. `markUntrusted` marks such a result.
   */
  readonly untrusted: boolean
  readonly approval: ToolApproval
  /** Whether models may be held to `inputSchema` with `strict: true`. */
  readonly strict: boolean
  /** What `inputSchema` says differently from its author, and why; empty in the original form. */
  readonly changes: readonly SchemaChange[]
  /**
   * The same tool in the dialect of a model family: name, description and `inputSchema` are as its
   * models want them, and the arguments they give become those of the tool again before they are
   * checked and sent.
   */
  forModel: (profile: ProfileName) => AgentTool
  /**
   * Checks arguments without running anything; the error says what is wrong in words that a model
   * can act on.
   */
  validate: (toolArguments: unknown) => ArgumentsCheck
  /**
   * Whether a person has to agree to this call; for SVC_MULTI_EXECUTE_TOOL, to one of the calls in
   * it. True as well where the service can't be asked. Only an abort is thrown.
   */
  needsApproval: (
    toolArguments: unknown,
    options?: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
  /**
   * Checks the arguments, then runs the tool. A failure is a result with `error`; only an abort is
   * thrown.
   */
  execute: (toolArguments: unknown, options?: ExecuteOptions) => Promise<ToolResult>
  /** What a model should see of a result of this tool. */
  show: (result: ToolResult, options?: ShowOptions) => Promise<ShownResult>
}

/** What a tool is made from. */
export type ToolDefinition = {
  slug: string
  description: string
  /** As its author wrote it. */
  inputSchema: JsonSchema
  outputSchema?: JsonSchema | undefined
  annotations: ToolAnnotations
  /** Default: never. */
  approval?: ToolApproval | undefined
  /** Default: true. */
  untrusted?: boolean | undefined
}

export type RunTool = (
  slug: string,
  toolArguments: Record<string, unknown>,
  options: ExecuteOptions,
) => Promise<ToolResult>

/** What runs the tools of a session and shows their results. */
export type AgentToolSource = {
  run: RunTool
  needsApproval: (
    slug: string,
    toolArguments: unknown,
    options: { signal?: AbortSignal | undefined },
  ) => Promise<boolean>
  show: (slug: string, result: ToolResult, options: ShowOptions) => Promise<ShownResult>
}

/** Makes an agent tool of a session. */
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
  const { name, description, schema, strict, changes, restore } = toModelForm(definition, profile)
  let zod: AgentTool['zod'] | undefined
  const check = (toolArguments: unknown): ArgumentsCheck =>
    checkArguments(slug, inputSchema, restore(toolArguments))

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
    annotations,
    untrusted,
    approval,
    strict,
    changes,
    forModel: (other) => toAgentTool(source, definition, other),
    validate: (toolArguments) => {
      const checked = check(toolArguments)
      return checked.success
        ? { success: true, value: toolArguments as Record<string, unknown> }
        : checked
    },
    needsApproval: async (toolArguments, options = {}) =>
      approval === 'required' || source.needsApproval(slug, restore(toolArguments), options),
    execute: async (toolArguments, options = {}) => {
      const checked = check(toolArguments)
      return checked.success
        ? source.run(slug, checked.value, options)
        : failedResult(checked.error)
    },
    show: (result, options = {}) => source.show(slug, result, options),
  }
}
