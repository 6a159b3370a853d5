import { isObject, type JsonObject } from '../json-schema.ts'
import { inside, note, type Converted, type Conversion, type Place } from './conversion.ts'
import { keepKeywords } from './keep-keywords.ts'
import { byName, convertPropertyMap, renameAll, restoreProperties } from './property-names.ts'

/** Converts an object for a family that supports optional and additional properties. */
export const convertOpenObject = (
  conversion: Conversion,
  node: JsonObject,
  place: Place,
): Converted => {
  const { properties, required, additionalProperties } = node
  const converted = isObject(properties)
    ? convertPropertyMap(conversion, properties, inside(place, 'properties'))
    : undefined
  const additional = isObject(additionalProperties)
    ? conversion.convert(conversion, additionalProperties, inside(place, 'additionalProperties'))
    : undefined
  const names = required as string[] | undefined
  // Some families reject `required` for undeclared properties.
  const undeclared = (names ?? []).filter(
    (name) => !isObject(properties) || !Object.hasOwn(properties, name),
  )
  if (undeclared.length > 0)
    note(
      conversion,
      inside(place, 'required'),
      'dialect',
      'same',
      'Undeclared required properties were declared',
    )
  const added = convertPropertyMap(
    conversion,
    Object.fromEntries(undeclared.map((name) => [name, additionalProperties ?? true])),
    inside(place, 'properties'),
  )
  const all = [...(converted ?? []), ...added]
  return {
    schema: {
      type: 'object',
      ...keepKeywords(conversion, node, ['object'], place),
      ...((converted || all.length > 0) && { properties: byName(all) }),
      ...(names && names.length > 0 && { required: renameAll(conversion, names) }),
      ...(additionalProperties !== undefined && {
        additionalProperties: additional?.schema ?? additionalProperties,
      }),
    },
    restore: restoreProperties(all, additional?.restore),
  }
}
