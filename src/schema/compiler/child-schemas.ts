import type { JsonObject } from '../json-schema.ts'
import { isObject } from '../json-schema.ts'

/** Gives the schemas directly inside a schema. Other places (`enum`, `const`, `default`) may look like schemas and are none. */
export const visitChildSchemas = (schema: JsonObject, visit: (child: unknown) => void): void => {
  for (const keyword in schema) {
    const kind = keywords.get(keyword)
    if (kind === undefined) continue
    const value = schema[keyword]
    if (kind === 'map') {
      if (isObject(value)) for (const name in value) visit(value[name])
    } else if (Array.isArray(value)) value.forEach((child) => visit(child))
    else visit(value)
  }
}

/** Whether the keyword holds a schema, or a map of schemas by name. A schema may also be a list of them. */
const keywords = new Map<string, 'schema' | 'map'>([
  ...['additionalItems', 'additionalProperties', 'allOf', 'anyOf', 'contains', 'contentSchema', 'else', 'if', 'items', 'not', 'oneOf',
    'prefixItems', 'propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties',
  ].map((keyword) => [keyword, 'schema'] as const),
  ...['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties',
  ].map((keyword) => [keyword, 'map'] as const),
])
