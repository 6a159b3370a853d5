import { isObject, type JsonObject } from '../json-schema.ts'
import {
  inside,
  note,
  restoreWith,
  type Converted,
  type Conversion,
  type Place,
  type Restore,
} from './conversion.ts'
import { pairsOf, restorePairs } from './convert-any.ts'
import { keepKeywords } from './keep-keywords.ts'
import { absent, optionalProperty } from './optional-property.ts'

/**
 * Converts an object to the strict form: every property required and no others; undeclared
 * properties are given as a list of pairs.
 */
export const convertClosedObject = (
  conversion: Conversion,
  node: JsonObject,
  place: Place,
): Converted => {
  const { required, ...rest } = node
  const declared = declaredProperties(node)
  if ((required as string[] | undefined)?.some((name) => !declared.has(name)))
    note(
      conversion,
      inside(place, 'required'),
      'dropped',
      'wider',
      'Required properties that accept no value were omitted',
    )
  const extras = convertExtras(conversion, node, place)
  const kept = keepKeywords(conversion, rest, ['object'], place)
  if (extras && declared.size === 0 && place.path.length > 0) {
    note(conversion, place, 'pairs', 'same', 'A map became a list of keys and values')
    return { schema: { ...extras.schema, ...kept }, restore: extras.restore }
  }
  const needed = new Set(required as string[] | undefined)
  const converted = new Map(
    [...declared].map(([name, property]) => {
      const at = inside(place, 'properties', name)
      const same = conversion.convert(conversion, property, at)
      return [name, needed.has(name) ? same : optionalProperty(conversion, same, property, at)]
    }),
  )
  const extrasName = extras && freeName(declared)
  if (extras && extrasName) {
    note(
      conversion,
      place,
      'pairs',
      'same',
      `Undeclared properties are given as a list of keys and values, \`${extrasName}\``,
    )
    converted.set(extrasName, {
      schema: { ...extras.schema, description: 'Further properties, by key and value' },
      restore: undefined,
    })
  }
  const names = [...converted.keys()]
  return {
    schema: {
      type: 'object',
      ...kept,
      properties: Object.fromEntries([...converted].map(([name, { schema }]) => [name, schema])),
      required: names,
      additionalProperties: false,
    },
    restore: restoreProperties(converted, extrasName, extras?.restore),
  }
}

/**
 * The properties with a schema, and the required ones without; those that accept nothing cannot be
 * given anyway.
 */
const declaredProperties = ({
  properties,
  required,
  additionalProperties,
}: JsonObject): Map<string, unknown> => {
  const declared = new Map(
    Object.entries(isObject(properties) ? properties : {}).filter(([, schema]) => schema !== false),
  )
  for (const name of (required as string[] | undefined) ?? [])
    if (!declared.has(name) && additionalProperties !== false)
      declared.set(name, additionalProperties ?? true)
  return declared
}

/** The schema of undeclared properties, as pairs; undefined if there can be none. */
const convertExtras = (
  conversion: Conversion,
  node: JsonObject,
  place: Place,
): Converted | undefined => {
  const { properties, additionalProperties, patternProperties, unevaluatedProperties } = node
  const patterns = Object.entries(isObject(patternProperties) ? patternProperties : {})
  if (
    patterns.length === 0 &&
    (additionalProperties === false ||
      (additionalProperties === undefined && unevaluatedProperties === false))
  )
    return undefined
  if (
    patterns.length === 0 &&
    additionalProperties === undefined &&
    (properties !== undefined || place.path.length === 0)
  ) {
    note(conversion, place, 'closed', 'narrower', 'Undeclared properties cannot be given')
    return undefined
  }
  const value =
    patterns.length === 0
      ? ([additionalProperties ?? true, inside(place, 'additionalProperties')] as const)
      : patterns.length === 1 && additionalProperties === false
        ? ([patterns[0]?.[1], inside(place, 'patternProperties', patterns[0]?.[0] ?? '')] as const)
        : ([true, inside(place, 'additionalProperties')] as const)
  const { schema, restore } = conversion.convert(conversion, value[0], value[1])
  return {
    schema: pairsOf({ type: 'string' }, schema),
    restore: (pairs) => restorePairs(pairs, restore),
  }
}

const freeName = (declared: ReadonlyMap<string, unknown>): string => {
  let name = 'additional_properties'
  while (declared.has(name)) name += '_'
  return name
}

const restoreProperties = (
  converted: ReadonlyMap<string, Converted>,
  extrasName: string | undefined,
  restoreExtras: Restore | undefined,
): Restore | undefined => {
  if (extrasName === undefined && [...converted.values()].every(({ restore }) => !restore))
    return undefined
  return (value) => {
    if (!isObject(value)) return value
    const own = Object.entries(value)
      .filter(([name]) => name !== extrasName)
      .map(([name, item]) => [name, restoreWith(converted.get(name)?.restore, item)] as const)
    const pairs =
      extrasName === undefined || !Object.hasOwn(value, extrasName)
        ? {}
        : restoreWith(restoreExtras, value[extrasName])
    const extras = isObject(pairs)
      ? Object.entries(pairs)
      : extrasName === undefined
        ? []
        : [[extrasName, pairs] as const]
    return Object.fromEntries([...extras, ...own].filter(([, item]) => item !== absent))
  }
}
