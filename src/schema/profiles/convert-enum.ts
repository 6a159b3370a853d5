import { canonicalText, jsonType } from '../compiler/json-value.ts'
import type { JsonObject } from '../json-schema.ts'
import { inside, note, type Converted, type Conversion, type Place } from './conversion.ts'
import { describeKeywords } from './describe-keywords.ts'
import { mergeBranches } from './merge-branches.ts'
import { keepKeywords, takeAnnotations } from './keep-keywords.ts'

/** Converts `enum` and `const`: the values, with their types. */
export const convertEnum = (conversion: Conversion, node: JsonObject, place: Place): Converted => {
  const { enum: listed, const: constant, ...rest } = node
  const values = valuesOf(listed, constant)
  const keyword = listed === undefined ? 'const' : 'enum'
  const simple = values.filter((value) => typeof value !== 'object' || value === null)
  if (values.length === 0 || simple.length < values.length)
    return convertAsText(conversion, rest, keyword, values, place)

  const declared = rest['type'] === undefined ? undefined : [rest['type']].flat()
  const fitting = declared
    ? simple.filter((value) => declared.some((type) => isOfType(value, String(type))))
    : simple
  if (fitting.length < simple.length)
    note(
      conversion,
      inside(place, keyword),
      'dropped',
      fitting.length === 0 ? 'wider' : 'same',
      'Values that `type` rejects were omitted, unless there are no others',
    )
  const chosen = fitting.length > 0 ? fitting : simple
  const groups = Map.groupBy(chosen, jsonType)
  const { enumTypes } = conversion.limits
  if (enumTypes?.has('null') && groups.size > 0) {
    const types = [...groups].map(([type, group]) => typeName(type, group))
    return {
      schema: {
        type: types.length === 1 ? types[0] : types,
        enum: chosen,
        ...keepKeywords(conversion, rest, types, place),
      },
      restore: undefined,
    }
  }
  const { annotations, rest: keywords } = takeAnnotations(conversion, rest, place)
  const branches = [...groups].map(([type, group]) => ({
    schema: ofOneType(conversion, keywords, typeName(type, group), group, place),
    restore: undefined,
  }))
  return mergeBranches(conversion, branches, annotations, place)
}

const valuesOf = (listed: unknown, constant: unknown): unknown[] => {
  const values = Array.isArray(listed)
    ? [...new Map(listed.map((value) => [canonicalText(value), value])).values()]
    : [constant]
  return constant === undefined
    ? values
    : values.filter((value) => canonicalText(value) === canonicalText(constant))
}

const isOfType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : jsonType(value) === type

const typeName = (type: string, values: readonly unknown[]): string =>
  type === 'number' && values.every(Number.isInteger) ? 'integer' : type

/**
 * Values of a type that cannot be listed are described, unless all values of the type are allowed.
 */
const ofOneType = (
  conversion: Conversion,
  node: JsonObject,
  type: string,
  values: unknown[],
  place: Place,
): JsonObject => {
  if (conversion.limits.enumTypes?.has(type))
    return { type, enum: values, ...keepKeywords(conversion, node, [type], place) }
  if (type === 'null' || values.length > 1)
    return { type, ...keepKeywords(conversion, node, [type], place) }
  note(
    conversion,
    inside(place, 'enum'),
    'text',
    'wider',
    'The only value was moved to the description',
  )
  return {
    type,
    ...keepKeywords(
      conversion,
      { ...node, description: `Always ${String(values[0])}.` },
      [type],
      place,
    ),
  }
}

/** Objects and lists cannot be listed. */
const convertAsText = (
  conversion: Conversion,
  node: JsonObject,
  keyword: string,
  values: unknown[],
  place: Place,
): Converted => {
  note(
    conversion,
    inside(place, keyword),
    'text',
    'wider',
    `\`${keyword}\` was moved to the description`,
  )
  const types = [...new Set(values.map((value) => jsonType(value)))]
  const description = describeKeywords(node['description'], [[keyword, values]])
  return conversion.convert(
    conversion,
    { ...(types.length > 0 && { type: types }), ...node, description },
    place,
  )
}
