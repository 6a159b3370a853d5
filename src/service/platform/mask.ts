/**
 * Replaces every text in a value by its length class and last characters, so that a person can
 * distinguish secrets and nobody can use them.
 */
export const mask = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length < 12 ? '***' : `***${value.slice(-4)}`
  if (Array.isArray(value)) return value.map(mask)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mask(entry)]))
  return value
}
