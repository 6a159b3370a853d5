/**
 * A JSON Schema as its author wrote it: an object of keywords, or `true` (anything) or `false`
 * (nothing).
 */
export type JsonSchema = Record<string, unknown> | boolean

/** The published drafts of JSON Schema whose keywords differ in meaning. */
export type Draft = 'draft-04' | 'draft-06' | 'draft-07' | '2019-09' | '2020-12'

export type SchemaOptions = {
  /**
   * Interprets the schema strictly as this draft, unless its `$schema` declares another. By
   * default, the keywords of all drafts and OpenAPI's `nullable` are supported, because tool
   * schemas mix them.
   */
  draft?: Draft
  /** Documents that `$ref` can reference, by absolute URI. Nothing is fetched. */
  remotes?: Readonly<Record<string, JsonSchema>>
}

export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether an object has an own property that is not undefined, as in JSON. Inherited names such as
 * `constructor` are not properties.
 */
export const hasProperty = (object: JsonObject, key: string): boolean =>
  Object.hasOwn(object, key) && object[key] !== undefined
