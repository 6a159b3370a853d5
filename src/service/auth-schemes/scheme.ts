import type { AuthSchemeDefinition } from '../catalog/definitions.ts'

/** A request about to leave, as far as a credential may change it. */
export type OutgoingRequest = { url: string; headers: Record<string, string> }

/** What a connected account holds: the `val` of its state (2.4). */
export type AccountValues = Readonly<Record<string, unknown>>

/** One way of authenticating: what an account must hold, and how that goes into a request. */
export type Scheme = {
  /** Says what is missing or wrong in the values a user gave; empty when an account can be made of them. */
  check(definition: AuthSchemeDefinition, values: AccountValues): string[]
  /** The request with the credential in it; the one given is not changed. */
  apply(definition: AuthSchemeDefinition, values: AccountValues, request: OutgoingRequest): OutgoingRequest
}

/** The text in the first of these fields that holds one. */
export const textOf = (values: AccountValues, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** Why `value` cannot stand in a header; nothing when it can. */
export const headerProblem = (field: string, value: string): string[] =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value) ? [] : [`${field} must be one line of text without control characters`]
