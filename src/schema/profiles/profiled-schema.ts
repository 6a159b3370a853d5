import type { JsonObject } from '../json-schema.ts'

/** Whose reading of a schema: `original` is its author's. */
export type ProfileName = 'original' | 'openai-strict' | 'openai' | 'anthropic' | 'gemini'

/** One thing that a profile says differently from the original. */
export type SchemaChange = {
  /** Keywords, property names and indexes from the root of the original to the place. */
  path: (string | number)[]
  change: ChangeKind
  /**
   * What it does to the values that can be given: `same`, all as before; `wider`, some that the
   * original refuses (it still checks them before anything runs); `narrower`, some valid ones can
   * no longer be said.
   */
  effect: 'same' | 'wider' | 'narrower'
  /** What was done, as a sentence. */
  detail: string
}

export type ChangeKind =
  | 'any-value' // an open place became a definition that spells out every JSON value
  | 'closed' // properties that are not declared can't be given
  | 'cut' // a text was too long
  | 'definition' // a reference now leads to `$defs`
  | 'dialect' // the same in the words of 2020-12
  | 'dropped' // said nothing about the values
  | 'inlined' // a reference was replaced by what it leads to
  | 'malformed' // said nothing that could be understood
  | 'merged' // `allOf` became one schema
  | 'not-strict' // the family's strict form can't say it
  | 'null-marker' // null means leaving out, so null itself is said by an object
  | 'null-means-absent' // null is the default anyway
  | 'nullable' // an optional property is required, and null means leaving it out
  | 'pairs' // a map became a list of keys and values
  | 'recursion-cut' // a recursive schema ends at a depth
  | 'renamed' // a name has characters the family refuses
  | 'tagged' // alternatives that could be mistaken for each other got names
  | 'text' // a keyword moved into the description
  | 'tuple' // items by position became items in any position
  | 'typed' // the types follow from the other keywords
  | 'union' // `oneOf` became `anyOf`, or a list of types did
  | 'unreadable' // no schema at all
  | 'wrapped' // the arguments are a property of the root

export type ProfiledSchema = {
  /** Fresh: may be handed out and changed. Its root is an object schema, except in `original`. */
  schema: JsonObject
  changes: SchemaChange[]
  /**
   * Whether it may be sent with `strict: true`; when `openai-strict` can't say the original, this
   * is false and the schema has the form of `openai`.
   */
  strict: boolean
  /**
   * The model's arguments as the original wants them. Never changes its input, never throws; what
   * it does not know stays as it is.
   */
  restore: (modelArguments: unknown) => unknown
}
