/**
 * A JSON Schema as its author wrote it: an object of keywords, or `true` (anything) or `false`
 * (nothing).
 */
export type JsonSchema = Record<string, unknown> | boolean

/** The published versions of JSON Schema that differ in what a keyword means. */
export type Draft = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12'

export type SchemaOptions = {
  /**
   * Reads the schema strictly as this draft, unless its own `$schema` names another.
   * Without it the keywords of all drafts and OpenAPI's `nullable` count, as tool schemas mix them.
   */
  draft?: Draft
  /** Documents that `$ref` may reach, by absolute address. Nothing is ever fetched. */
  remotes?: Readonly<Record<string, JsonSchema>>
}

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Own and not undefined: what JSON would carry. Inherited names such as `constructor` are never
 * properties.
 */
export const hasProperty = (object: JsonObject, key: string): boolean =>
  Object.hasOwn(object, key) && object[key] !== undefined
