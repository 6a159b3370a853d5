import type { SessionToolkit } from '../../contract/index.ts'
import type { FromSchema } from '../../schema/infer-schema.ts'
import type { StandardSchema } from '../../schema/standard-schema.ts'
import type { JsonSchema } from '../tools/agent-tool.ts'
import type { Session } from '../session/session.ts'
import type { ToolAnnotations } from '../tools/tool-annotations.ts'

/**
 * The input of a custom tool: a zod 4 schema, a zod 3 schema, a schema of another library that
 * implements Standard Schema and its JSON Schema extension (such as ArkType), or the JSON Schema of
 * an object.
 */
export type CustomToolSchema =
  | JsonSchema
  | { readonly _zod: { readonly output: unknown } }
  | { readonly _output: unknown; readonly _def: object }
  | StandardSchema

/**
 * The arguments of `execute`: the parsed output of a library's schema, or the plain object that a
 * JSON Schema describes, whose type is inferred if the schema is written in place or `as const`.
 */
export type CustomToolArguments<Input> = Input extends {
  readonly _zod: { readonly output: infer Output }
}
  ? Output
  : Input extends { readonly _output: infer Output }
    ? Output
    : Input extends StandardSchema<unknown, infer Output>
      ? Output
      : ObjectArguments<FromSchema<Input>>

type ObjectArguments<Type> = unknown extends Type ? Record<string, unknown> : Type

/** What a custom tool can use while it runs. */
export type CustomToolContext = {
  /**
   * The session of the call. `session.execute` runs other tools; `session.proxyExecute` calls an
   * API on behalf of the user.
   */
  session: Session
  /** Aborts when the caller aborts or the time limit is reached. */
  signal: AbortSignal
  /**
   * Stays the same when the same call is made again, if the framework identifies the call. Custom
   * tools run each time: pass this key to an API that supports idempotency keys.
   */
  idempotencyKey?: string | undefined
  /**
   * Only set with `extendsToolkit`: the user's ACTIVE account of that toolkit. Its credentials stay
   * in the service.
   */
  connectedAccount?: CustomToolAccount | undefined
}

export type CustomToolAccount = Pick<
  NonNullable<SessionToolkit['connected_account']>,
  'id' | 'user_id' | 'status'
>

/** A tool that runs in this process, in addition to the tools of the service. */
export type CustomTool<Input extends CustomToolSchema = CustomToolSchema> = {
  /**
   * Letters, digits, `_` and `-`. Agents know the tool as `LOCAL_<SLUG>`, or
   * `LOCAL_<TOOLKIT>_<SLUG>` in a toolkit.
   */
  slug: string
  /** Display name; derived from the slug by default. */
  name?: string | undefined
  /** Describes to a model what the tool does and when to use it. Search indexes it. */
  description: string
  input: Input
  /** Schema of the result. Results are not validated against it. */
  output?: CustomToolSchema | undefined
  /** Toolkit whose connected account the tool uses. Without such an account, calls fail. */
  extendsToolkit?: string | undefined
  annotations?: ToolAnnotations | undefined
  /**
   * An object becomes `data`, any other value `data.result`. A thrown error becomes the `error` that
   * the model reads.
   *
   * Files are answered as a `File` or `Blob` with a type: as `file` of the object, in its list
   * `files`, or as the value itself. The service stores them, at most 10 with together 24 MiB, and
   * adapters show images and PDFs to the model as those of any other tool (option `files`). A
   * result longer than `workbench.auto_offload_threshold` of the session is stored too, and the
   * model gets a preview with a handle, unless the session has `answers: { offload: false }`.
   *
   * Whatever is returned, the tool has run, and its result is a success: what cannot be shown (bytes
   * without a type, files elsewhere or beyond the limits, what is no JSON) is replaced by an object
   * whose `problem` says why.
   */
  execute(toolArguments: CustomToolArguments<Input>, context: CustomToolContext): unknown
}

/** A named group of custom tools. */
export type CustomToolkit = {
  slug: string
  name: string
  description: string
  tools: readonly Omit<CustomTool, 'extendsToolkit'>[]
}

/**
 * Defines a tool that runs in this process. The arguments of `execute` are typed by its schema.
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
export const customTool = <const Input extends CustomToolSchema>(
  tool: CustomTool<Input>,
): CustomTool => tool as CustomTool
