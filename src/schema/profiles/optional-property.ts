import { isObject, type JsonObject } from '../json-schema.ts'
import { areDisjoint } from './are-disjoint.ts'
import { note, restoreWith, type Converted, type Conversion, type Place } from './conversion.ts'
import { typesOf } from './types-of.ts'

/** What `restore` returns for a property to omit. */
export const absent = Symbol('absent')

/**
 * Strict schemas require every property, so null means that an optional one is omitted.
 *
 * If the original accepts null as well, that has a different meaning ("clear it" as opposed to
 * "leave it"): null still omits the property, and an object, `{ "is_null": true }`, represents
 * null. Only if null is the default do both mean the same.
 */
export const optionalProperty = (
  conversion: Conversion,
  { schema, restore }: Converted,
  original: unknown,
  place: Place,
): Converted => {
  const nullable = acceptNull(schema)
  const leave = (value: unknown) => (value === null ? absent : restoreWith(restore, value))
  if (!typesOf(conversion, original).has('null')) {
    note(conversion, place, 'nullable', 'same', 'Optional: became required, and null omits it')
    return { schema: nullable, restore: leave }
  }
  if (isObject(original) && original['default'] === null) {
    note(
      conversion,
      place,
      'null-means-absent',
      'same',
      'Optional: became required; null omits it, and its default is null',
    )
    return { schema: nullable, restore: leave }
  }
  const { name, marker } = createMarker(conversion, schema)
  note(
    conversion,
    place,
    'null-marker',
    'same',
    `Optional: became required; null omits it, {"${name}":true} sets it to null`,
  )
  return {
    schema: addBranch(nullable, marker),
    restore: (value) =>
      isObject(value) && value[name] === true && Object.keys(value).length === 1
        ? null
        : leave(value),
  }
}

/** The same schema, accepting null. */
const acceptNull = (schema: JsonObject): JsonObject => {
  const { type, enum: values } = schema
  if (
    type === undefined ||
    type === 'object' ||
    type === 'array' ||
    (Array.isArray(type) && type.includes('array'))
  )
    return addBranch(schema, { type: 'null' })
  return {
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(Array.isArray(values) && !values.includes(null) && { enum: [...values, null] }),
  }
}

const addBranch = (schema: JsonObject, branch: JsonObject): JsonObject => {
  if (Array.isArray(schema['anyOf'])) return { ...schema, anyOf: [...schema['anyOf'], branch] }
  const { title, description, ...rest } = schema
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    anyOf: [rest, branch],
  }
}

/** An object that the schema never accepts. */
const createMarker = (
  conversion: Conversion,
  schema: JsonObject,
): { name: string; marker: JsonObject } => {
  for (let name = 'is_null'; ; name += '_') {
    const marker: JsonObject = {
      type: 'object',
      description: 'Sets it to null, where plain null leaves it as it is',
      properties: { [name]: { type: 'boolean', enum: [true] } },
      required: [name],
      additionalProperties: false,
    }
    if (name.length > 20 || areDisjoint(conversion, schema, marker)) return { name, marker }
  }
}
