/** Limits of a JSON value whose shape the interface does not define. */
export type JsonLimits = { values: number; depth: number; characters: number }

/**
 * For a whole request body and for values that can fill it: arguments of tools, API descriptions.
 */
export const bodyLimits: JsonLimits = { values: 500_000, depth: 200, characters: 64 * 1024 * 1024 }

/** For a toolkit recipe. */
export const recipeLimits: JsonLimits = { values: 100_000, depth: 100, characters: 4 * 1024 * 1024 }

/** For a JSON Schema in a request. */
export const schemaLimits: JsonLimits = { values: 50_000, depth: 100, characters: 1024 * 1024 }

/** For credentials, configurations and hints. */
export const settingLimits: JsonLimits = { values: 5_000, depth: 32, characters: 1024 * 1024 }

/** Returns whether a value is within the limits. Stops at the first exceeded limit. */
export const isWithin = (value: unknown, limits: JsonLimits): boolean => {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  let values = 0
  let characters = 0
  for (let next = open.pop(); next; next = open.pop()) {
    values += 1
    if (typeof next.value === 'string') characters += next.value.length
    if (typeof next.value === 'object' && next.value !== null) {
      const depth = next.depth + 1
      if (depth > limits.depth) return false
      const entries = Object.entries(next.value)
      if (values + open.length + entries.length > limits.values + 1) return false
      for (const [key, inner] of entries) {
        if (!Array.isArray(next.value)) characters += key.length
        open.push({ value: inner, depth })
      }
    }
    if (characters > limits.characters) return false
  }
  return true
}
