import { canonicalText } from '../compiler/json-value.ts'
import { isObject, type JsonObject, type JsonSchema } from '../json-schema.ts'
import { readNode } from './read-node.ts'

/**
 * Merges two schemas into one that accepts exactly what both accept; undefined if that cannot be
 * expressed.
 *
 * Both are in the form of `readNode`. Annotations of the first take precedence.
 */
export const mergeSchemas = (first: JsonObject, second: JsonObject): JsonObject | undefined => {
  const merged: JsonObject = { ...second, ...first }
  for (const keyword of Object.keys(second)) {
    if (!Object.hasOwn(first, keyword) || objectKeywords.has(keyword) || annotations.has(keyword))
      continue
    if (canonicalText(first[keyword]) === canonicalText(second[keyword])) continue
    const value = rules.get(keyword)?.(first[keyword], second[keyword])
    if (value === undefined) return undefined
    merged[keyword] = value
  }
  // Which properties count as additional, and what was evaluated, depends on the keywords next to
  // them.
  if (dependsOnSiblings(first, second) || dependsOnSiblings(second, first)) return undefined
  return mergeObjects(merged, first, second)
}

/** Requires both, for subschemas. */
const mergeTwo = (first: unknown, second: unknown): JsonSchema | undefined => {
  if (first === true) return second as JsonSchema
  if (second === true) return first as JsonSchema
  if (first === false || second === false) return false
  if (!isObject(first) || !isObject(second)) return undefined
  if (canonicalText(first) === canonicalText(second)) return first
  if ('$ref' in first || '$ref' in second) return undefined
  return mergeSchemas(readNode(first), readNode(second))
}

const annotations = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])
const objectKeywords = new Set(['properties', 'additionalProperties'])

const larger = (a: unknown, b: unknown) => Math.max(Number(a), Number(b))
const smaller = (a: unknown, b: unknown) => Math.min(Number(a), Number(b))
const both = (a: unknown, b: unknown) => [...new Set([...(a as unknown[]), ...(b as unknown[])])]

const commonTypes = (a: unknown, b: unknown): unknown => {
  const [first, second] = [[a].flat(), [b].flat()]
  const common = [
    ...new Set([
      ...first.filter(
        (type) => second.includes(type) || (type === 'integer' && second.includes('number')),
      ),
      ...second.filter((type) => type === 'integer' && first.includes('number')),
    ]),
  ]
  return common.length === 0 ? undefined : common.length === 1 ? common[0] : common
}

const commonValues = (a: unknown, b: unknown): unknown => {
  const second = new Set((b as unknown[]).map(canonicalText))
  const common = (a as unknown[]).filter((value) => second.has(canonicalText(value)))
  return common.length === 0 ? undefined : common
}

/** Merges the two values of a keyword; a keyword without a rule cannot be merged. */
const rules = new Map<string, (a: unknown, b: unknown) => unknown>([
  ['type', commonTypes],
  ['enum', commonValues],
  ['required', both],
  ['allOf', both],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map(
    (keyword) => [keyword, larger] as const,
  ),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map(
    (keyword) => [keyword, smaller] as const,
  ),
  ['items', mergeTwo],
  ['propertyNames', mergeTwo],
  ['uniqueItems', (a, b) => a === true || b === true],
])

const dependsOnSiblings = (one: JsonObject, other: JsonObject): boolean =>
  'unevaluatedProperties' in one ||
  'unevaluatedItems' in one ||
  ('patternProperties' in one &&
    ('properties' in other || 'additionalProperties' in other || 'patternProperties' in other)) ||
  ('items' in one && 'prefixItems' in other) ||
  ('contains' in one && ('minContains' in other || 'maxContains' in other)) ||
  ('if' in one && ('then' in other || 'else' in other))

/** A property that only one side declares is an additional one for the other. */
const mergeObjects = (
  merged: JsonObject,
  first: JsonObject,
  second: JsonObject,
): JsonObject | undefined => {
  const [own, others] = [propertiesOf(first), propertiesOf(second)]
  const properties = new Map<string, JsonSchema>()
  for (const key of [...Object.keys(own), ...Object.keys(others)]) {
    if (properties.has(key)) continue
    const property = mergeTwo(schemaFor(first, own, key), schemaFor(second, others, key))
    if (property === undefined) return undefined
    properties.set(key, property)
  }
  const additional = mergeTwo(
    first['additionalProperties'] ?? true,
    second['additionalProperties'] ?? true,
  )
  if (additional === undefined) return undefined
  if (properties.size > 0) merged['properties'] = Object.fromEntries(properties)
  if ('additionalProperties' in first || 'additionalProperties' in second)
    merged['additionalProperties'] = additional
  return merged
}

const propertiesOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) ? properties : {}

const schemaFor = (schema: JsonObject, properties: JsonObject, key: string): unknown =>
  Object.hasOwn(properties, key) ? properties[key] : (schema['additionalProperties'] ?? true)
