import { isObject } from '../../schema/json-schema.ts'

/**
 * Whether two values are the same JSON: `1` and `1.0` are, `1` and `"1"` are not; the order of
 * properties is ignored.
 */
export const isSameJson = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isSameJson(item, other[index]))
    )
  if (!isObject(one)) return one === other
  if (!isObject(other) || Object.keys(one).length !== Object.keys(other).length) return false
  return Object.entries(one).every(
    ([name, value]) => Object.hasOwn(other, name) && isSameJson(value, other[name]),
  )
}
