import type { z } from 'zod'
import { cloneSchema, toZod } from '../schema/index.ts'
import { checkArguments } from './check-arguments.ts'
import type { ToolAnnotations } from './tool-annotations.ts'
import { toToolName } from './tool-name.ts'
import { failedResult, type ToolResult } from './tool-result.ts'
import type { ToolSource } from './tool-source.ts'

/** A JSON Schema as its author wrote it. */
export type JsonSchema = Record<string, unknown>

/** Whether a person has to agree before the tool runs. */
export type ToolApproval = 'never' | 'required'

export type ExecuteOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  /** What a person said to this very call: `true` makes it where the session asks first, `false` makes it never. Nothing: it waits for its approval. */
  approved?: boolean | undefined
}

/** `value` is the very object that was checked: nothing is stripped or filled in. */
export type ArgumentsCheck = { success: true; value: Record<string, unknown> } | { success: false; error: Error }

/**
 * One tool as an agent framework needs it, whatever the framework.
 *
 * Nothing is compiled until a tool is first used, so a thousand tools cost little. Each read of a schema gives a fresh copy.
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
  /** The input schema as a zod definition: `z.toJSONSchema` gives the original back. */
  readonly zod: z.ZodType<Record<string, unknown>>
  readonly annotations: ToolAnnotations
  readonly approval: ToolApproval
  /** Checks arguments without running anything; the error says what is wrong in words that a model can act on. */
  validate: (toolArguments: unknown) => ArgumentsCheck
  /** Whether a person has to agree to this call; for SVC_MULTI_EXECUTE_TOOL, to one of the calls in it. */
  needsApproval: (toolArguments: unknown, options?: { signal?: AbortSignal | undefined }) => Promise<boolean>
  /** Checks the arguments, then runs the tool. A failure is a result with `error`; only an abort is thrown. */
  execute: (toolArguments: unknown, options?: ExecuteOptions) => Promise<ToolResult>
}

/** What a tool is made from. */
export type ToolDefinition = {
  slug: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema | undefined
  annotations: ToolAnnotations
  /** Default: never. */
  approval?: ToolApproval | undefined
}

export type RunTool = (slug: string, toolArguments: Record<string, unknown>, options: ExecuteOptions) => Promise<ToolResult>

/** Makes an agent tool of a session. */
export const toAgentTool = ({ run, needsApproval }: Pick<ToolSource, 'run' | 'needsApproval'>, definition: ToolDefinition): AgentTool => {
  const { slug, description, inputSchema, outputSchema, annotations, approval = 'never' } = definition
  let zod: AgentTool['zod'] | undefined
  const validate = (toolArguments: unknown): ArgumentsCheck => checkArguments(slug, inputSchema, toolArguments)

  return {
    name: toToolName(slug),
    slug,
    description,
    get inputSchema() {
      return cloneSchema(inputSchema)
    },
    get outputSchema() {
      return outputSchema && cloneSchema(outputSchema)
    },
    get zod() {
      return (zod ??= toZod(inputSchema))
    },
    annotations,
    approval,
    validate,
    needsApproval: async (toolArguments, options = {}) => approval === 'required' || needsApproval(slug, toolArguments, options),
    execute: async (toolArguments, options = {}) => {
      const check = validate(toolArguments)
      return check.success ? run(slug, check.value, options) : failedResult(check.error)
    },
  }
}
