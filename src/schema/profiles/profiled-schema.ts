import type { JsonObject } from '../json-schema.ts'

/** The dialect of a schema: `original` is its author's. */
export type ProfileName = 'original' | 'openai-strict' | 'openai' | 'anthropic' | 'gemini'

/** A difference between the converted schema and the original. */
export type SchemaChange = {
  /** Path in the original: keywords, property names and indexes from its root. */
  path: (string | number)[]
  change: ChangeKind
  /**
   * Effect on the possible values: `same`, no effect; `wider`, some that the original refuses are
   * possible (they are still validated before a tool runs); `narrower`, some valid values can no
   * longer be expressed.
   */
  effect: 'same' | 'wider' | 'narrower'
  /** The change, as a sentence. */
  detail: string
}

export type ChangeKind =
  | 'any-value' // an unrestricted place became a definition that lists every JSON type
  | 'closed' // undeclared properties cannot be given
  | 'cut' // a text was too long
  | 'definition' // a reference now leads to `$defs`
  | 'dialect' // the same in terms of 2020-12
  | 'dropped' // did not restrict the values
  | 'inlined' // a reference was replaced by its target
  | 'malformed' // could not be understood
  | 'merged' // `allOf` became one schema
  | 'not-strict' // the family's strict form cannot express it
  | 'null-marker' // null means omission, so null itself is represented by an object
  | 'null-means-absent' // null is the default anyway
  | 'nullable' // an optional property is required, and null means omission
  | 'pairs' // a map became a list of keys and values
  | 'recursion-cut' // a recursive schema ends at a depth
  | 'renamed' // a name has characters that the family rejects
  | 'tagged' // ambiguous alternatives got names
  | 'text' // a keyword was moved to the description
  | 'tuple' // items by position became items in any position
  | 'typed' // the types were derived from the other keywords
  | 'union' // `oneOf` became `anyOf`, or a list of types did
  | 'unreadable' // not a schema
  | 'wrapped' // the arguments are a property of the root

export type ProfiledSchema = {
  /** A new object that may be changed. Its root is an object schema, except for `original`. */
  schema: JsonObject
  changes: SchemaChange[]
  /**
   * Whether the schema can be sent with `strict: true`. If `openai-strict` cannot express the
   * original, this is false and the schema has the form of `openai`.
   */
  strict: boolean
  /**
   * Converts the model's arguments back to those of the original schema. Never changes its input
   * and never throws; unknown parts are unchanged.
   */
  restore: (modelArguments: unknown) => unknown
}
