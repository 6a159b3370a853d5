export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Real descriptions contain `null`, lists and numbers in place of objects; these count as absent.
 */
export const toJsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

export const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
