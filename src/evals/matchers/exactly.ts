import { isObject } from '../../schema/json-schema.ts'
import type { JsonValue, Matcher } from './matcher.ts'

/**
 * Returns the matcher for exactly this value, as a plain value unless that could be interpreted as
 * a rule.
 */
export const exactly = (value: JsonValue): Matcher => (hasMark(value) ? { $exact: value } : value)

const hasMark = (value: JsonValue): boolean => {
  if (Array.isArray(value)) return value.some(hasMark)
  return (
    isObject(value) &&
    Object.entries(value).some(
      ([name, inner]) => name.startsWith('$') || hasMark(inner as JsonValue),
    )
  )
}
