import type { ToolResult } from './tool-result.ts'

/**
 * The tools that the compiler knows by their slug: empty, until a file made by `plugboard generate
 * types` adds to it.
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

/** A slug that is known, or any other: tools come and go while a program runs. */
export type ToolSlug = keyof ToolTypes | (string & {})

/** What a tool takes. */
export type ToolArguments<Slug extends ToolSlug> = Slug extends keyof ToolTypes
  ? Part<ToolTypes[Slug], 'arguments'>
  : Record<string, unknown>

/** What comes of a tool: for one that is known, `data` has its type once `error` is null. */
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
