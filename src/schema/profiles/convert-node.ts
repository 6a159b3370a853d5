import { hasProperty, type JsonObject } from '../json-schema.ts'
import {
  inside,
  isStrict,
  note,
  type Converted,
  type Conversion,
  type Place,
} from './conversion.ts'
import { convertAllOf } from './convert-all-of.ts'
import { convertAny } from './convert-any.ts'
import { convertArray } from './convert-array.ts'
import { convertEnum } from './convert-enum.ts'
import { convertClosedObject } from './convert-closed-object.ts'
import { convertOpenObject } from './convert-open-object.ts'
import { convertUnion } from './convert-union.ts'
import { keepKeywords, takeAnnotations } from './keep-keywords.ts'
import { mergeBranches } from './merge-branches.ts'

/** Converts a schema for a family that supports only some keywords. `node` has no reference. */
export const convertNode = (conversion: Conversion, node: JsonObject, place: Place): Converted => {
  if ('allOf' in node) return convertAllOf(conversion, node, place)
  if ('anyOf' in node || 'oneOf' in node) return convertUnion(conversion, node, place)
  if ('enum' in node || 'const' in node) return convertEnum(conversion, node, place)
  const types = readTypes(conversion, node, place)
  if (types.length === 0) return convertAny(conversion, node, place)
  // OpenAI accepts a list of simple types as one type; otherwise, and with objects and arrays, each
  // type is a separate alternative.
  if (
    types.length === 1 ||
    (isStrict(conversion) && !types.some((type) => type === 'object' || type === 'array'))
  )
    return convertTyped(
      conversion,
      { ...node, type: types.length === 1 ? types[0] : types },
      types,
      place,
    )
  note(conversion, inside(place, 'type'), 'union', 'same', 'A list of types became `anyOf`')
  const { annotations, rest } = takeAnnotations(conversion, node, place)
  return mergeBranches(
    conversion,
    types.map((type) => convertTyped(conversion, { ...rest, type }, [type], place)),
    annotations,
    place,
  )
}

const convertTyped = (
  conversion: Conversion,
  node: JsonObject,
  types: readonly string[],
  place: Place,
): Converted => {
  if (types[0] === 'object')
    return isStrict(conversion)
      ? convertClosedObject(conversion, node, place)
      : convertOpenObject(conversion, node, place)
  if (types[0] === 'array') return convertArray(conversion, node, place)
  return {
    schema: { type: node['type'], ...keepKeywords(conversion, node, types, place) },
    restore: undefined,
  }
}

/** The declared types, otherwise those that the other keywords apply to. */
const readTypes = (
  conversion: Conversion,
  { type, ...node }: JsonObject,
  place: Place,
): string[] => {
  if (type !== undefined) return [type].flat().map(String)
  const meant =
    hasProperty(node, 'properties') ||
    hasProperty(node, 'additionalProperties') ||
    hasProperty(node, 'required')
      ? 'object'
      : hasProperty(node, 'items') || hasProperty(node, 'prefixItems')
        ? 'array'
        : undefined
  if (!meant) return []
  note(
    conversion,
    place,
    'typed',
    'narrower',
    `There is no \`type\`, but the keywords apply to an ${meant}, so only that can be given`,
  )
  return [meant]
}
