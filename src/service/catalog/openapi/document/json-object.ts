export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Descriptions in the wild hold `null`, lists and numbers where an object belongs; they count as
 * absent.
 */
export const toJsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

export const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
