import type { JsonObject, JsonSchema, SchemaOptions } from '../json-schema.ts'
import { placeOf, type Place } from './schema-index.ts'
import { indexDocument, resolve } from './resolve.ts'

/**
 * The schemas of a document by what refers to them, for those who read a schema without compiling
 * it.
 */
export type Registry = {
  placeOf(schema: JsonObject): Place
  /** What a reference written at `base` points to; undefined when that is unknown. */
  resolve(reference: string, base: string): unknown
}

export const createRegistry = (root: JsonSchema, options: SchemaOptions): Registry => {
  const index = indexDocument(root, options)
  return {
    placeOf: (schema) => placeOf(index, schema),
    resolve: (reference, base) => resolve(index, reference, base),
  }
}
