/** The part of a JSON Schema that the form understands; everything else is written as JSON. */
export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
  file_uploadable?: boolean
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const maximumReferences = 20

/** A schema with its local reference followed; third parties write references that lead nowhere. */
export const resolve = (schema: unknown, root: unknown): Schema => {
  let found = schema
  for (let count = 0; count < maximumReferences; count++) {
    if (!isObject(found)) return {}
    const { $ref: reference } = found
    if (typeof reference !== 'string') return found as Schema
    if (!reference.startsWith('#/')) return {}
    found = reference
      .slice(2)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>(
        (place, part) => (isObject(place) && Object.hasOwn(place, part) ? place[part] : undefined),
        root,
      )
  }
  return {}
}

/** The only type of a value, besides null. */
export const typeOf = ({ type, properties, items }: Schema): string | undefined => {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one && one !== 'null')
  if (types.length === 1) return types[0]
  if (types.length > 1) return undefined
  return isObject(properties) ? 'object' : isObject(items) ? 'array' : undefined
}

/** What a field holds when somebody adds it. */
export const firstValue = (schema: Schema): unknown => {
  if (schema.default !== undefined) return schema.default
  const type = typeOf(schema)
  return type === 'object' ? {} : type === 'array' ? [] : undefined
}
