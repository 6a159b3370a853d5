import type { JsonObject } from '../json-schema.ts'
import { isObject } from '../json-schema.ts'

/** The schemas directly inside a schema. Other places (`enum`, `const`, `default`) may look like schemas and are none. */
export const childSchemas = function* (schema: JsonObject): Generator<unknown> {
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = keywords.get(keyword)
    if (kind === undefined) continue
    if (kind !== 'map' && Array.isArray(value)) yield* value
    else if (kind === 'map' && isObject(value)) yield* Object.values(value)
    else if (kind === 'schema') yield value
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
