/**
 * The same value with sorted keys and without undefined properties: equal values give equal JSON.
 */
export const toCanonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toCanonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, toCanonical(entry)]),
  )
}

export const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(toCanonical(value)) ?? 'null'
