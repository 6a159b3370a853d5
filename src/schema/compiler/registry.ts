import type { JsonObject, JsonSchema, SchemaOptions } from '../json-schema.ts'
import { placeOf, type Place } from './schema-index.ts'
import { indexDocument, resolve } from './resolve.ts'

/**
 * Looks up the schemas of a document by reference, for callers that read a schema without compiling
 * it.
 */
export type Registry = {
  placeOf(schema: JsonObject): Place
  /** The target of a reference written at `base`; undefined if it is unknown. */
  resolve(reference: string, base: string): unknown
}

export const createRegistry = (root: JsonSchema, options: SchemaOptions): Registry => {
  const index = indexDocument(root, options)
  return {
    placeOf: (schema) => placeOf(index, schema),
    resolve: (reference, base) => resolve(index, reference, base),
  }
}
