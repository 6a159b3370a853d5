import { isObject, type JsonObject } from '../json-schema.ts'
import { appendPointer, type Place, type SchemaDocument } from './schema-document.ts'

/**
 * A schema combined with those that it references by `$ref` and `allOf`, which all apply to the
 * same value.
 */
export type SchemaView = {
  readonly parts: readonly SchemaPart[]
  /** The keyword of the first part that has it. */
  get(keyword: string): unknown
  /** The place of that keyword. */
  placeOf(keyword: string): Place | undefined
}

type SchemaPart = {
  schema: JsonObject
  place: Place
}

export const viewSchema = (document: SchemaDocument, place: Place): SchemaView => {
  const parts: SchemaPart[] = []
  collect(document, place, parts)
  const partWith = (keyword: string) =>
    parts.find(({ schema }) => Object.hasOwn(schema, keyword) && schema[keyword] !== undefined)
  return {
    parts,
    get: (keyword) => partWith(keyword)?.schema[keyword],
    placeOf: (keyword) => {
      const part = partWith(keyword)
      return part && appendPointer(part.place, keyword)
    },
  }
}

const collect = (document: SchemaDocument, place: Place, parts: SchemaPart[]): void => {
  const schema = document.at(place)
  if (!isObject(schema) || parts.some((part) => part.schema === schema)) return
  parts.push({ schema, place })
  const { $ref, allOf } = schema
  const target = typeof $ref === 'string' ? document.follow(place, $ref) : undefined
  if (target !== undefined) collect(document, target, parts)
  if (Array.isArray(allOf))
    for (const index of allOf.keys()) collect(document, appendPointer(place, 'allOf', index), parts)
}
