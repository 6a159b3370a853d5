import type { JsonSchema } from '../json-schema.ts'

/**
 * Deeper or larger than any schema that a model could use, and small enough to walk recursively.
 */
const limits = { depth: 200, nodes: 100_000 }

/** Whether the value is a schema: an object or boolean of plain JSON, of bounded depth and size. */
export const isReadable = (schema: unknown): schema is JsonSchema => {
  if (typeof schema === 'boolean') return true
  return (
    typeof schema === 'object' && schema !== null && !Array.isArray(schema) && fits(schema, limits)
  )
}

/** Whether arguments can be walked recursively without a stack overflow. */
export const isShallow = (value: unknown): boolean =>
  fits(value, { depth: 500, nodes: Number.POSITIVE_INFINITY })

const fits = (value: unknown, { depth, nodes }: typeof limits): boolean => {
  let level = [value]
  let visited = 0
  for (let at = 0; level.length > 0; at++) {
    visited += level.length
    if (at > depth || visited > nodes || !level.every(isJson)) return false
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
  }
  return true
}

const isJson = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null)
    return value === undefined || ['string', 'number', 'boolean', 'object'].includes(typeof value)
  const prototype: unknown = Object.getPrototypeOf(value)
  // Plain, also if it comes from another realm.
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}
