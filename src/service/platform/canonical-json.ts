/**
 * Returns the same text for equal JSON values, whatever the order of their keys. Values that JSON
 * omits are omitted here too.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`
}
