import { kindOf } from './negative-values.ts'
import type { Place, Schema, Valid } from './negative-places.ts'

/** A list or map of a request, with as many entries as it may have or any other number. */
export type Collection = {
  path: string
  maximum: number
  /** Its entries are JSON of any shape. */ isOpen: boolean
  holding(count: number): unknown
}

/** The lists and maps that a place holds, in each form that it may have. */
export const collectionsAt = (place: Place, valid: Valid): Collection[] =>
  [place.schema, ...(place.schema.anyOf ?? place.schema.oneOf ?? [])].flatMap((schema) => {
    const entry = (index: number) =>
      distinct(schema.items ?? entryOf(schema), valid, place.path, index)
    const at = (maximum: number, fill: (count: number) => unknown): Collection[] => [
      {
        path: place.path,
        maximum,
        isOpen: schema['x-max-values'] !== undefined,
        holding: (count) => place.holding(fill(count)),
      },
    ]
    if (schema.maxItems !== undefined)
      return at(schema.maxItems, (count) => indices(count).map(entry))
    if (schema.maxProperties === undefined || schema.type !== 'object') return []
    const base = valid(schema, place.path) as object
    const key = (index: number) =>
      String(
        distinct(schema.propertyNames ?? { type: 'string' }, valid, `${place.path}.key`, index),
      )
    return at(schema.maxProperties, (count) => ({
      ...Object.fromEntries(
        indices(count - Object.keys(base).length).map((index) => [key(index), entry(index)]),
      ),
      ...base,
    }))
  })

const indices = (count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => index)

/** Of a map; one whose values are somebody else's takes a number. */
const entryOf = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
    ? additionalProperties
    : { type: 'number' }

/** A valid value unlike that of every other index, as far as the schema has room for it. */
const distinct = (schema: Schema, valid: Valid, path: string, index: number): unknown => {
  const [branch] = schema.anyOf ?? schema.oneOf ?? []
  if (branch) return distinct(branch, valid, path, index)
  if (schema.enum) return schema.enum[index % schema.enum.length]
  if (schema.type === 'string') {
    const kind = kindOf(schema)
    if (kind === 'toolkit') return `toolkit${index}`
    if (kind !== undefined && kind !== 'uuid') return `${kind}_${index}`
    const text = `TEXT_${index}`
    return schema.format === undefined && new RegExp(schema.pattern ?? '').test(text)
      ? text
      : valid(schema, path)
  }
  const value = valid(schema, path)
  if (schema.type !== 'object' || typeof value !== 'object' || value === null)
    return schema.type === 'number' ? index : value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string'
        ? (distinct(schema.properties?.[name] ?? {}, valid, `${path}.${name}`, index) ?? inner)
        : inner,
    ]),
  )
}
