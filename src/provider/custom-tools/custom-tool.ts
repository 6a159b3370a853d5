import type { SessionToolkit } from '../../contract/index.ts'
import type { StandardSchema } from '../../schema/standard-schema.ts'
import type { JsonSchema } from '../tools/agent-tool.ts'
import type { Session } from '../session/session.ts'
import type { ToolAnnotations } from '../tools/tool-annotations.ts'

/**
 * How a custom tool says what it takes: a zod 4 schema, a zod 3 schema, a schema of another library
 * that follows Standard Schema and tells its JSON Schema (ArkType, for one), or the JSON Schema of
 * an object.
 */
export type CustomToolSchema =
  | JsonSchema
  | { readonly _zod: { readonly output: unknown } }
  | { readonly _output: unknown; readonly _def: object }
  | StandardSchema

/**
 * What `execute` gets: the output of a schema of a library, or the plain object that a JSON Schema
 * describes.
 */
export type CustomToolArguments<Input> = Input extends {
  readonly _zod: { readonly output: infer Output }
}
  ? Output
  : Input extends { readonly _output: infer Output }
    ? Output
    : Input extends StandardSchema<unknown, infer Output>
      ? Output
      : Record<string, unknown>

/** What a custom tool may use while it runs. */
export type CustomToolContext = {
  /**
   * The session that the call belongs to: `session.execute` runs other tools,
   * `session.proxyExecute` asks an API for its user.
   */
  session: Session
  /** Aborts when the caller gives up, or its time is over. */
  signal: AbortSignal
  /**
   * Only with `extendsToolkit`: the user's account of that toolkit, ACTIVE. Its credentials stay in
   * the service.
   */
  connectedAccount?: CustomToolAccount | undefined
}

export type CustomToolAccount = Pick<
  NonNullable<SessionToolkit['connected_account']>,
  'id' | 'user_id' | 'status'
>

/** A tool that runs in this process, beside those of the service. */
export type CustomTool<Input extends CustomToolSchema = CustomToolSchema> = {
  /**
   * Letters, digits, `_` and `-`. Agents know the tool as `LOCAL_<SLUG>`, or
   * `LOCAL_<TOOLKIT>_<SLUG>` in a toolkit.
   */
  slug: string
  /** For people; made of the slug by default. */
  name?: string | undefined
  /** What it does and when to use it, for a model; searches look at it. */
  description: string
  input: Input
  /** Describes what comes back; it is not checked. */
  output?: CustomToolSchema | undefined
  /** Runs only where the user has connected this toolkit, and gets that account. */
  extendsToolkit?: string | undefined
  annotations?: ToolAnnotations | undefined
  /**
   * An object becomes `data`, another value `data.result`; all of it reaches the model, so keep it
   * short. What it throws becomes the `error` that the model reads.
   */
  execute(toolArguments: CustomToolArguments<Input>, context: CustomToolContext): unknown
}

/** Custom tools under a name of their own. */
export type CustomToolkit = {
  slug: string
  name: string
  description: string
  tools: readonly Omit<CustomTool, 'extendsToolkit'>[]
}

/**
 * Declares a tool that runs in this process, with the arguments of `execute` typed by its schema.
 *
 * @example
 * const findNotes = customTool({
 *   slug: 'find_notes',
 *   description: 'Finds notes of the current project by words',
 *   input: z.object({ words: z.string() }),
 *   execute: ({ words }) => ({ notes: notes.filter((note) => note.includes(words)) }),
 * })
 * const session = await plugboard.createSession('ada', { customTools: [findNotes] })
 */
export const customTool = <Input extends CustomToolSchema>(tool: CustomTool<Input>): CustomTool =>
  tool as CustomTool
