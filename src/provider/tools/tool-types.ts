import type { ToolResult } from './tool-result.ts'

/**
 * The tools whose types the compiler knows, by slug. Empty until a file written by `plugboard
 * generate types` extends it.
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

/** A known slug, or any other: tools are added and removed while a program runs. */
export type ToolSlug = keyof ToolTypes | (string & {})

/** The arguments of a tool. */
export type ToolArguments<Slug extends ToolSlug> = Slug extends keyof ToolTypes
  ? Part<ToolTypes[Slug], 'arguments'>
  : Record<string, unknown>

/** The result of a tool. For a known tool, `data` is typed once `error` is null. */
export type ToolOutcome<Slug extends ToolSlug> = Slug extends keyof ToolTypes
  ? SuccessOf<Part<ToolTypes[Slug], 'data'>> | Failure
  : ToolResult

type Part<Types, Name extends string> = Types extends Record<Name, infer Type> ? Type : never

type SuccessOf<Data> = Omit<ToolResult, 'data' | 'error' | 'successful'> & {
  data: Data
  error: null
  successful: true
}

type Failure = Omit<ToolResult, 'error' | 'successful'> & { error: string; successful: false }
