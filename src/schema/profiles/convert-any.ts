import { isObject, type JsonObject } from '../json-schema.ts'
import {
  inside,
  isStrict,
  note,
  type Converted,
  type Conversion,
  type Place,
} from './conversion.ts'
import { describeKeywords } from './describe-keywords.ts'
import { isAnnotation } from './keep-keywords.ts'
import { withAnnotations } from './with-annotations.ts'

/**
 * A place that accepts every JSON value, regardless of type. Strict schemas must spell that out.
 */
export const convertAny = (conversion: Conversion, node: JsonObject, place: Place): Converted => {
  const { title, description, ...keywords } = node
  // `true` and `false` with nothing next to them mean the same as their absence.
  const facts = Object.entries(keywords).filter(
    ([, value]) => value !== undefined && typeof value !== 'boolean',
  )
  for (const [keyword] of facts)
    note(
      conversion,
      inside(place, keyword),
      'text',
      isAnnotation(keyword) ? 'same' : 'wider',
      `\`${keyword}\` was moved to the description`,
    )
  const text = describeKeywords(description, facts)
  if (!isStrict(conversion))
    return { schema: withAnnotations({}, { title, description: text }), restore: undefined }
  note(
    conversion,
    place,
    'any-value',
    'same',
    'Any value is accepted, by a definition in which an object is a list of entries',
  )
  conversion.definitions.set(anyValue, {
    name: anyName,
    converted: { schema: anySchema(), restore: restoreAny },
  })
  return {
    schema: withAnnotations({ $ref: `#/$defs/${anyName}` }, { title, description: text }),
    restore: restoreAny,
  }
}

const anyName = 'any_value'
const anyValue = Symbol(anyName)

const anySchema = (): JsonObject => {
  const $ref = `#/$defs/${anyName}`
  return {
    anyOf: [
      { type: ['string', 'number', 'boolean', 'null'] },
      { type: 'array', items: { $ref } },
      {
        type: 'object',
        description: 'An object, by its entries',
        properties: { entries: pairsOf({ type: 'string' }, { $ref }) },
        required: ['entries'],
        additionalProperties: false,
      },
    ],
  }
}

/** The form of a map in strict schemas. */
export const pairsOf = (key: JsonObject, value: JsonObject): JsonObject => ({
  type: 'array',
  items: {
    type: 'object',
    properties: { key, value },
    required: ['key', 'value'],
    additionalProperties: false,
  },
})

const restoreAny = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(restoreAny)
  return isObject(value) && Array.isArray(value['entries'])
    ? restorePairs(value['entries'], restoreAny)
    : value
}

/**
 * A value that is not a pair cannot become an entry, and is unchanged so that the validator rejects
 * it.
 */
export const restorePairs = (
  pairs: unknown,
  restore: ((value: unknown) => unknown) | undefined,
): unknown => {
  if (!Array.isArray(pairs) || !pairs.every(isPair)) return pairs
  return Object.fromEntries(pairs.map(({ key, value }) => [key, restore ? restore(value) : value]))
}

const isPair = (pair: unknown): pair is { key: string; value: unknown } =>
  isObject(pair) && typeof pair['key'] === 'string'
