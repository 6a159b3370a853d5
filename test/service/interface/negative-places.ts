/** What JSON Schema says of a part of a request. */
export type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  type?: string | string[]
  format?: string
  pattern?: string
  minItems?: number
  maxItems?: number
  maxProperties?: number
  'x-max-values'?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  propertyNames?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** Where a value can stand in a request. */
export type Place = {
  /** Such as `toolkits.0` or `tools.*.enable.0`. */
  path: string
  schema: Schema
  /** The whole with the value in this place, and what it needs around it to be valid otherwise. */
  holding(value: unknown): unknown
}

/** A valid value of the schema at a path. */
export type Valid = (schema: Schema, path: string) => unknown

/**
 * Every place of a schema: itself, its fields, the items of its lists, the names and values of its
 * maps, in all forms that it may have.
 */
export const placesIn = (schema: Schema, valid: Valid, path = ''): Place[] => {
  const branches = schema.properties ? undefined : (schema.anyOf ?? schema.oneOf)
  const inner = branches
    ? branches.flatMap((branch) => placesIn(branch, valid, path).slice(1))
    : [
        ...fields(schema, valid, path),
        ...items(schema, valid, path),
        ...entries(schema, valid, path),
      ]
  return [{ path, schema, holding: (value) => value }, ...inner]
}

const join = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`)

const fields = (schema: Schema, valid: Valid, path: string): Place[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    placesIn(field, valid, join(path, name)).map((place) => ({
      ...place,
      holding: (value) => ({ ...(valid(schema, path) as object), [name]: place.holding(value) }),
    })),
  )

const items = (schema: Schema, valid: Valid, path: string): Place[] =>
  schema.items
    ? placesIn(schema.items, valid, join(path, '0')).map((place) => ({
        ...place,
        holding: (value) => [place.holding(value)],
      }))
    : []

const entries = (
  { additionalProperties, propertyNames }: Schema,
  valid: Valid,
  path: string,
): Place[] => {
  if (typeof additionalProperties !== 'object') return []
  const name = String(valid(propertyNames ?? { type: 'string' }, join(path, 'key')))
  return [
    ...placesIn(additionalProperties, valid, join(path, '*')).map((place): Place => ({
      ...place,
      holding: (value) => Object.fromEntries([[name, place.holding(value)]]),
    })),
    {
      path: join(path, 'key'),
      schema: { type: 'string' },
      holding: (value) =>
        Object.fromEntries([[toName(value), valid(additionalProperties, join(path, '*'))]]),
    },
  ]
}

const toName = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
