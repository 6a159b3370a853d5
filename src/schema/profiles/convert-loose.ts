import { isObject, type JsonObject } from '../json-schema.ts'
import {
  inside,
  restoreAll,
  type Converted,
  type Conversion,
  type Place,
  type Restore,
} from './conversion.ts'
import {
  byName,
  convertPropertyMap,
  rename,
  renameAll,
  restoreNames,
  restoreProperties,
} from './property-names.ts'
import { restoreItems } from './restore-items.ts'

/**
 * Converts a schema in terms of 2020-12 for a family that accepts all of it; only names may differ.
 * `node` has no reference.
 */
export const convertLoose = (conversion: Conversion, node: JsonObject, place: Place): Converted => {
  const schema: JsonObject = { ...node }
  const restores: (Restore | undefined)[] = []
  const one = (keyword: string): Converted | undefined => {
    if (!isObject(node[keyword])) return undefined
    const converted = conversion.convert(conversion, node[keyword], inside(place, keyword))
    schema[keyword] = converted.schema
    return converted
  }
  const list = (keyword: string): Converted[] => {
    const all = ((node[keyword] as unknown[] | undefined) ?? []).map((each, index) =>
      conversion.convert(conversion, each, inside(place, keyword, index)),
    )
    if (all.length > 0) schema[keyword] = all.map((each) => each.schema)
    return all
  }
  for (const keyword of [
    'not',
    'contains',
    'propertyNames',
    'contentSchema',
    'unevaluatedItems',
    'if',
  ])
    one(keyword)
  for (const keyword of ['allOf', 'anyOf', 'oneOf'])
    restores.push(...list(keyword).map(({ restore }) => restore))
  for (const keyword of ['then', 'else']) restores.push(one(keyword)?.restore)
  restores.push(restoreItems(list('prefixItems'), one('items')))
  if ([node['type']].flat().includes('array') && !('items' in node)) schema['items'] = {}
  const properties = isObject(node['properties'])
    ? convertPropertyMap(conversion, node['properties'], inside(place, 'properties'))
    : []
  if (isObject(node['properties'])) schema['properties'] = byName(properties)
  const others = [
    ...patterned(conversion, node, schema, place),
    one('additionalProperties')?.restore,
    one('unevaluatedProperties')?.restore,
  ]
  restores.push(
    restoreProperties(properties, restoreAll(others)),
    ...convertNamed(conversion, node, schema, place),
  )
  return { schema, restore: restoreAll(restores) }
}

const patterned = (
  conversion: Conversion,
  { patternProperties }: JsonObject,
  schema: JsonObject,
  place: Place,
): (Restore | undefined)[] => {
  if (!isObject(patternProperties)) return []
  const converted = Object.entries(patternProperties).map(
    ([pattern, each]) =>
      [
        pattern,
        conversion.convert(conversion, each, inside(place, 'patternProperties', pattern)),
      ] as const,
  )
  schema['patternProperties'] = Object.fromEntries(
    converted.map(([pattern, each]) => [pattern, each.schema]),
  )
  return converted.map(([, { restore }]) => restore)
}

/** The keywords that refer to properties by name. */
const convertNamed = (
  conversion: Conversion,
  node: JsonObject,
  schema: JsonObject,
  place: Place,
): (Restore | undefined)[] => {
  const { required, dependentRequired, dependentSchemas } = node
  if (required !== undefined) schema['required'] = renameAll(conversion, required as string[])
  if (isObject(dependentRequired))
    schema['dependentRequired'] = Object.fromEntries(
      Object.entries(dependentRequired).map(([name, others]) => [
        rename(conversion, name),
        renameAll(conversion, others as string[]),
      ]),
    )
  const dependent = isObject(dependentSchemas)
    ? convertPropertyMap(conversion, dependentSchemas, inside(place, 'dependentSchemas'))
    : []
  if (dependent.length > 0) schema['dependentSchemas'] = byName(dependent)
  const mentioned = [
    ...((required as string[] | undefined) ?? []),
    ...Object.entries(isObject(dependentRequired) ? dependentRequired : {}).flatMap(
      ([name, others]) => [name, ...(others as string[])],
    ),
  ]
  return [...dependent.map(({ restore }) => restore), restoreNames(conversion, mentioned)]
}
