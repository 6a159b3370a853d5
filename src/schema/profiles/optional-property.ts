import { isObject, type JsonObject } from '../json-schema.ts'
import { areDisjoint } from './are-disjoint.ts'
import { note, restoreWith, type Converted, type Conversion, type Place } from './conversion.ts'
import { typesOf } from './types-of.ts'

/** What `restore` gives for a property that is to be left out. */
export const absent = Symbol('absent')

/**
 * Strict schemas require every property, so null stands for leaving an optional one out.
 *
 * Where the original accepts null as well, that is another thing to say ("clear it" against "leave
 * it"): null still leaves out, and an object, `{ "is_null": true }`, says null. Only where null is
 * the default do both mean the same.
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
    note(conversion, place, 'nullable', 'same', 'Optional: required now, and null leaves it out')
    return { schema: nullable, restore: leave }
  }
  if (isObject(original) && original['default'] === null) {
    note(
      conversion,
      place,
      'null-means-absent',
      'same',
      'Optional: required now; null leaves it out, which means null by its default',
    )
    return { schema: nullable, restore: leave }
  }
  const { name, marker } = createMarker(conversion, schema)
  note(
    conversion,
    place,
    'null-marker',
    'same',
    `Optional: required now; null leaves it out, {"${name}":true} sets it to null`,
  )
  return {
    schema: addBranch(nullable, marker),
    restore: (value) =>
      isObject(value) && value[name] === true && Object.keys(value).length === 1
        ? null
        : leave(value),
  }
}

/** The same schema, with null. */
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

/** An object that the schema itself never accepts. */
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
