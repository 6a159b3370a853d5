export type Schema = Record<string, unknown>
type Place = { path: string; isRoot: boolean }

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maps = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const singles = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
]

/** Every schema object of a document with its pointer. */
export const visitSchemas = function* (
  schema: unknown,
  path = '',
): Generator<[schema: Schema, place: Place]> {
  if (!isSchema(schema)) return
  yield [schema, { path, isRoot: path === '' }]
  for (const keyword of maps)
    for (const [name, child] of Object.entries(isSchema(schema[keyword]) ? schema[keyword] : {}))
      yield* visitSchemas(child, `${path}/${keyword}/${name}`)
  for (const keyword of lists)
    for (const [index, child] of (Array.isArray(schema[keyword]) ? schema[keyword] : []).entries())
      yield* visitSchemas(child, `${path}/${keyword}/${index}`)
  for (const keyword of singles) yield* visitSchemas(schema[keyword], `${path}/${keyword}`)
}

export const namesOf = (schema: Schema): string[] =>
  Object.keys(isSchema(schema['properties']) ? schema['properties'] : {})

export const typesOf = (schema: Schema): unknown[] =>
  [schema['type']].flat().filter((type) => type !== undefined)
