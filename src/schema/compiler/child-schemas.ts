import { isObject, type JsonObject } from '../json-schema.ts'

/**
 * Returns the schemas directly inside a schema. The values of `enum`, `const` and `default` may
 * look like schemas but are not.
 */
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

type Change = (child: unknown, keyword: string) => unknown

/** Replaces the schemas directly inside a schema; returns the same object if none changes. */
export const mapChildSchemas = (schema: JsonObject, map: Change): JsonObject => {
  const changed: JsonObject = {}
  for (const keyword in schema) {
    const kind = keywords.get(keyword)
    if (kind === undefined) continue
    const value = schema[keyword]
    const mapped =
      kind === 'map'
        ? mapEntries(value, keyword, map)
        : Array.isArray(value)
          ? mapList(value, keyword, map)
          : map(value, keyword)
    if (mapped !== value) changed[keyword] = mapped
  }
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed }
}

const mapEntries = (value: unknown, keyword: string, map: Change): unknown => {
  if (!isObject(value)) return {}
  const entries = Object.entries(value).map(([name, child]) => [name, map(child, keyword)] as const)
  return entries.every(([name, child]) => child === value[name])
    ? value
    : Object.fromEntries(entries)
}

const mapList = (list: unknown[], keyword: string, map: Change): unknown => {
  const mapped = list.map((child) => map(child, keyword))
  return mapped.every((child, index) => child === list[index]) ? list : mapped
}

/**
 * Whether the keyword holds a schema, or a map of schemas by name. Instead of a schema there may
 * also be a list.
 */
const keywords = new Map<string, 'schema' | 'map'>([
  ...[
    'additionalItems',
    'additionalProperties',
    'allOf',
    'anyOf',
    'contains',
    'contentSchema',
    'else',
    'if',
    'items',
    'not',
    'oneOf',
    'prefixItems',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ].map((keyword) => [keyword, 'schema'] as const),
  ...[
    '$defs',
    'definitions',
    'dependencies',
    'dependentSchemas',
    'patternProperties',
    'properties',
  ].map((keyword) => [keyword, 'map'] as const),
])
