import { isObject } from '../../../../schema/json-schema.ts'
import type { JsonValue, Matcher } from '../../../matchers/index.ts'

/**
 * What an argument should be, by BFCL's rules: one of the allowed values. Texts are compared without letter case, blanks and the
 * characters `,./-_*^`, also within lists; an object lists the allowed values of each of its properties; `""` among the allowed values
 * means that the parameter may be left out, unless the function requires it. No value at all can only mean the empty list.
 */
export const toArgumentMatcher = (allowed: JsonValue[], isRequired: boolean): Matcher => {
  if (allowed.length === 0) return []
  const values = allowed.map(toValueMatcher)
  const matcher: Matcher = values.length === 1 && values[0] !== undefined ? values[0] : { $oneOf: values }
  return allowed.includes('') && !isRequired ? { $optional: matcher } : matcher
}

const toValueMatcher = (value: JsonValue): Matcher => {
  if (typeof value === 'string') return { $string: value, case: 'ignore', blanks: 'ignore', without: ',./-_*^', quotes: 'same' }
  if (Array.isArray(value)) return value.map(toValueMatcher)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, allowed]) => [name, toPropertyMatcher(allowed)])) : value
}

const toPropertyMatcher = (allowed: JsonValue): Matcher => (Array.isArray(allowed) ? toArgumentMatcher(allowed, false) : toValueMatcher(allowed))
