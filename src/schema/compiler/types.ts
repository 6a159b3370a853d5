import { jsonType } from './json-value.ts'

/**
 * The types of JSON Schema as bits, so that a list of them is one number. A number is either an
 * integer or not, and an integer `inexact` if other integers become the same number: beyond 2^53.
 */
const bits = {
  string: 1,
  whole: 2,
  fraction: 4,
  boolean: 8,
  object: 16,
  array: 32,
  null: 64,
  inexact: 256,
} as const

export const objectType = bits.object
export const arrayType = bits.array
export const nullType = bits.null
export const inexactType = bits.inexact

/** The type of a value as a bit; 0 for what JSON cannot represent. */
export const typeOf = (value: unknown): number => {
  switch (typeof value) {
    case 'string':
      return bits.string
    case 'number':
      if (Number.isSafeInteger(value)) return bits.whole
      return Number.isInteger(value) ? bits.inexact : Number.isFinite(value) ? bits.fraction : 0
    case 'boolean':
      return bits.boolean
    case 'object':
      return value === null ? bits.null : Array.isArray(value) ? bits.array : bits.object
    default:
      return 0
  }
}

/** The bits of a type's name; undefined for an unknown type. */
export const typeNamed = (name: string): number | undefined => names.get(name)

const names = new Map<string, number>([
  ['string', bits.string],
  ['number', bits.whole | bits.inexact | bits.fraction],
  ['integer', bits.whole | bits.inexact],
  ['boolean', bits.boolean],
  ['object', bits.object],
  ['array', bits.array],
  ['null', bits.null],
])

/** Whether of all numbers only integers have one of these types. */
export const isIntegerOnly = (types: number): boolean =>
  (types & bits.inexact) !== 0 && (types & bits.fraction) === 0

/** The names of the types in messages, in the order in which they are listed. */
export const describeTypes = (types: number): string[] => {
  const described = (Object.keys(articles) as (keyof typeof articles)[])
    .filter((name) => types & bits[name])
    .map((name) => articles[name])
  return types & bits.fraction ? described.filter((text) => text !== articles.whole) : described
}

const articles = {
  string: 'a string',
  fraction: 'a number',
  whole: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
}

/** The actual value for a message; the value of a number if another number is expected. */
export const describeType = (value: unknown, expected: number): string =>
  typeof value === 'number' && expected & bits.whole ? String(value) : jsonType(value)
