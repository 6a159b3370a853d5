import type { ToolResult } from './tool-result.ts'

/**
 * The tools whose types the compiler knows, by slug. Empty until a file written by `plugboard
 * generate types` extends it.
 *
 * `name` is only needed where a model knows the tool by another name than its slug.
 *
 * @example
 * declare module 'plugboard' {
 *   interface ToolTypes {
 *     TRACKER_CREATE_ISSUE: { arguments: { title: string }; data: { number: number } }
 *   }
 * }
 */
// eslint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
export interface ToolTypes {}

/**
 * Settings of the generated types. `strict: true`, which `plugboard generate types --strict`
 * writes, makes slugs that are not in `ToolTypes` compile errors.
 *
 * @example
 * declare module 'plugboard' {
 *   interface ToolTypeSettings {
 *     strict: true
 *   }
 * }
 */
// eslint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
export interface ToolTypeSettings {}

/**
 * A known slug, or any other: tools are added and removed while a program runs. With strict types,
 * only known slugs and those of meta tools and custom tools; for a slug that is only known at
 * runtime, write `slug as ToolSlug`.
 */
export type ToolSlug =
  | keyof ToolTypes
  | (ToolTypeSettings extends { strict: true } ? MetaToolSlug | `LOCAL_${string}` : string & {})

type MetaToolSlug =
  | 'SVC_SEARCH_TOOLS'
  | 'SVC_GET_TOOL_SCHEMAS'
  | 'SVC_MULTI_EXECUTE_TOOL'
  | 'SVC_MANAGE_CONNECTIONS'
  | 'SVC_WAIT_FOR_CONNECTIONS'
  | 'SVC_READ_RESULT'
  | 'SVC_REMOTE_WORKBENCH'
  | 'SVC_REMOTE_BASH_TOOL'

/** Settings of a session that name tools by slugs which the compiler can check. */
export type WithToolSlugs<Settings> = {
  [Name in keyof Settings]: Name extends 'tools' | 'approvals'
    ? ToToolSlugs<Settings[Name]>
    : Settings[Name]
}

/** Lists of texts are lists of slugs, but for the hints in `tags`. */
type ToToolSlugs<Setting> = Setting extends readonly string[]
  ? ToolSlug[]
  : Setting extends object
    ? { [Name in keyof Setting]: Name extends 'tags' ? Setting[Name] : ToToolSlugs<Setting[Name]> }
    : Setting

/** The arguments of a tool. */
export type ToolArguments<Slug extends string> = Slug extends keyof ToolTypes
  ? Part<ToolTypes[Slug], 'arguments'>
  : Record<string, unknown>

/** The result of a tool. For a known tool, `data` is typed once `error` is null. */
export type ToolOutcome<Slug extends string> = Slug extends keyof ToolTypes
  ? SuccessOf<ToolData<Slug>> | Failure
  : ToolResult

/** The data of a tool's result when it succeeds. */
export type ToolData<Slug extends string> = Slug extends keyof ToolTypes
  ? Part<ToolTypes[Slug], 'data'>
  : Record<string, unknown>

/**
 * The name by which models know a tool, in the original form of its schema. Some profiles give other
 * names to slugs that begin with a digit.
 */
export type ToolName<Slug extends string> = Slug extends `${number}${string}`
  ? string
  : Slug extends keyof ToolTypes
    ? ToolTypes[Slug] extends { name: infer Name extends string }
      ? Name
      : Slug
    : string

type Part<Types, Name extends string> = Types extends Record<Name, infer Type> ? Type : never

type SuccessOf<Data> = Omit<ToolResult, 'data' | 'error' | 'successful'> & {
  data: Data
  error: null
  successful: true
}

type Failure = Omit<ToolResult, 'error' | 'successful'> & { error: string; successful: false }
