/** An object of JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Merges an update into a value, and returns whether it fits: an object into an object, deeply; a
 * list, or one item, into a list.
 */
export const mergeInto = (target: unknown, update: unknown): boolean => {
  if (Array.isArray(target)) {
    for (const item of Array.isArray(update) ? update : [update]) target.push(structuredClone(item))
    return true
  }
  if (!isRecord(target) || !isRecord(update)) return false
  for (const [key, value] of Object.entries(update)) {
    const known = Object.hasOwn(target, key) ? target[key] : undefined
    const isMerged =
      (isRecord(known) && isRecord(value)) || (Array.isArray(known) && Array.isArray(value))
    if (isMerged) mergeInto(known, value)
    // Assigning `__proto__` would set the prototype.
    else
      Object.defineProperty(target, key, {
        value: structuredClone(value),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return true
}
