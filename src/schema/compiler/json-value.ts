import { LimitExceeded } from './check.ts'
import { hasProperty, isObject } from '../json-schema.ts'

/**
 * The JSON type of a value; for values that JSON cannot represent (NaN, a function, undefined),
 * JavaScript's name.
 */
export const jsonType = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  return typeof value
}

/** Describes a value briefly for a message. */
export const describeValue = (value: unknown): string => {
  if (typeof value !== 'string')
    return typeof value === 'object' && value !== null ? jsonType(value) : String(value)
  return cleanText(JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value))
}

/** Text for a message, with a mark in the place of characters that are not seen. */
export const cleanText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu, '\uFFFD')

/**
 * The beginning of a schema for a message, whatever its size; an object that occurs twice (or in
 * itself) is shown once.
 */
export const describeSchema = (schema: unknown): string => {
  const seen = new Set<unknown>()
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (seen.size > 50 || seen.has(value)) return '…'
    seen.add(value)
    return value
  })
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/**
 * Returns the same text for two values if and only if JSON Schema considers them equal. Throws a
 * `LimitExceeded` for a value that is too deep.
 */
export const canonicalText = (value: unknown): string => toText(value, 0)

const maximumDepth = 256

const toText = (value: unknown, depth: number): string => {
  if (depth > maximumDepth) throw new LimitExceeded('is nested too deeply')
  if (Array.isArray(value)) return `[${value.map((item) => toText(item, depth + 1)).join(',')}]`
  if (!isObject(value))
    return typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : (JSON.stringify(value) ?? 'undefined')
  const keys = Object.keys(value)
    .filter((key) => hasProperty(value, key))
    .sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${toText(value[key], depth + 1)}`).join(',')}}`
}
