import { z } from 'zod'
import { isObject } from '../../../../schema/json-schema.ts'
import { exactly, type JsonObject, type JsonValue, type Matcher } from '../../../matchers/index.ts'
import { jsonTypeOf } from './type-names.ts'

/**
 * Converts the allowed values of an argument to a matcher, by BFCL's rules: values are compared
 * according to the declared type. `""` among them means that the parameter may be omitted, unless
 * the function requires it. No value at all can only mean the empty list.
 *
 * Undefined if only omitting the argument is correct.
 */
export const toArgumentMatcher = (
  allowed: readonly JsonValue[],
  declaration: unknown,
  isRequired: boolean,
): Matcher | undefined => {
  if (allowed.length === 0) return []
  const values = toAlternatives(allowed, declaration)
  const matcher = oneOf(values)
  return matcher !== undefined && allowed.includes('') && !isRequired
    ? { $optional: matcher }
    : matcher
}

const toAlternatives = (allowed: readonly JsonValue[], declaration: unknown): Matcher[] => {
  const { kind, itemKind } = readDeclaration(declaration)
  const meant = kindOf(allowed.find((value) => value !== '')) ?? kind
  // A value of another type than the declared one names something, such as a variable, and must be
  // exactly this value.
  if (kind !== undefined && meant !== kind)
    return allowed.filter((value) => [kind, meant].includes(kindOf(value))).map(exactly)
  return allowed.flatMap((value): Matcher[] => {
    if (Array.isArray(value)) return [value.map((item) => toItemMatcher(item, itemKind))]
    if (isObject(value)) return [toObjectMatcher(value)]
    if (value === '' && meant === 'array') return [[]]
    return kindOf(value) === meant ? [toTextMatcher(value)] : []
  })
}

/**
 * The objects of a list are compared by property; other lists, including texts inside them, are
 * compared exactly.
 */
const toItemMatcher = (item: JsonValue, itemKind: string | undefined): Matcher =>
  itemKind === 'object' && isObject(item) ? toObjectMatcher(item) : toTextMatcher(item)

/**
 * An object lists the allowed values of each property; except for texts, those are compared
 * exactly.
 */
const toObjectMatcher = (value: JsonObject): Matcher =>
  Object.fromEntries(
    Object.entries(value).map(([name, given]) => {
      const allowed = Array.isArray(given) ? given : [given]
      const matcher = oneOf(allowed.map(toTextMatcher)) ?? []
      return [name, allowed.includes('') ? { $optional: matcher } : matcher]
    }),
  )

/**
 * Texts are compared without letter case, blanks and the characters `,./-_*^`, and with either kind
 * of quotes; everything else exactly.
 */
const toTextMatcher = (value: JsonValue): Matcher =>
  typeof value === 'string'
    ? { $string: value, case: 'ignore', without: ' ,./-_*^', quotes: 'same' }
    : exactly(value)

const oneOf = (values: Matcher[]): Matcher | undefined =>
  values.length > 1 ? { $oneOf: values } : values[0]

/** The JSON type of a value; all numbers have one type. */
const kindOf = (value: JsonValue | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

const declared = z.object({
  type: z.string(),
  items: z.object({ type: z.string() }).optional().catch(undefined),
})

/** BFCL treats a parameter of any type as a text, unless the answer contains another value. */
const readDeclaration = (
  declaration: unknown,
): { kind?: string | undefined; itemKind?: string | undefined } => {
  const { type, items } = declared.safeParse(declaration).data ?? {}
  return { kind: toKind(type), itemKind: toKind(items?.type) }
}

const toKind = (name: string | undefined): string | undefined => {
  const type = name === undefined ? undefined : jsonTypeOf(name)
  if (type === '') return 'string'
  return type === 'integer' ? 'number' : type
}
