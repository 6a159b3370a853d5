import { z } from 'zod'

/**
 * The places of a request's schema that could hold any amount: lists, maps and texts without a
 * maximum.
 */
export const unboundedIn = (schema: z.core.$ZodType, path: string): string[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const within = (inner: z.core.$ZodType, step = '') => unboundedIn(inner, `${path}${step}`)
  switch (def.type) {
    case 'object':
      return [
        ...Object.entries(def.shape).flatMap(([name, field]) => within(field, `.${name}`)),
        ...(def.catchall && def.catchall._zod.def.type !== 'never'
          ? lacks(schema, path, openBounds)
          : []),
      ]
    case 'array':
      return [...lacks(schema, path, ['maxItems']), ...within(def.element, '[]')]
    case 'record':
      return isOpen(def.valueType)
        ? lacks(schema, path, openBounds)
        : [
            ...lacks(schema, path, ['maxProperties']),
            ...within(def.keyType, '{key}'),
            ...within(def.valueType, '{}'),
          ]
    case 'string':
      return isOfFixedLength(schema) ? [] : lacks(schema, path, ['maxLength'])
    case 'unknown':
    case 'any':
      return lacks(schema, path, jsonBounds)
    case 'union':
      return def.options.flatMap((option) => within(option))
    case 'pipe':
      return [...within(def.in), ...(def.out._zod.def.type === 'transform' ? [] : within(def.out))]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return within(def.innerType)
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'null':
    case 'transform':
      return []
    default:
      return [`${path}: it is not known how a ${def.type} is bounded`]
  }
}

const jsonBounds = ['x-max-values', 'x-max-depth', 'x-max-characters']
const openBounds = ['maxProperties', ...jsonBounds]

const isOpen = (schema: z.core.$ZodType): boolean =>
  ['unknown', 'any'].includes(schema._zod.def.type)

/** In the JSON Schema, so that the OpenAPI document has the bound too. */
const lacks = (schema: z.core.$ZodType, path: string, keywords: string[]): string[] => {
  const jsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return keywords
    .filter((keyword) => typeof jsonSchema[keyword] !== 'number')
    .map((keyword) => `${path}: no ${keyword}`)
}

const isOfFixedLength = (schema: z.core.$ZodType): boolean =>
  ['uuid', 'guid'].includes(String(z.toJSONSchema(schema, { io: 'input' })['format']))
