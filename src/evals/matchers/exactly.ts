import { isObject } from '../../schema/json-schema.ts'
import type { JsonValue, Matcher } from './matcher.ts'

/**
 * A value as the matcher of just this value, in the plainest form that cannot be taken for a rule.
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
