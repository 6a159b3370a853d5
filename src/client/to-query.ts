/**
 * Serializes a query string as the interface expects it: lists joined by commas, maps in brackets,
 * absent and null values omitted.
 *
 * @example
 * toQuery({ toolkit_slug: ['github', 'jira'], toolkit_versions: { github: '20261121_00' } })
 * // ?toolkit_slug=github%2Cjira&toolkit_versions%5Bgithub%5D=20261121_00
 */
export const toQuery = (query: Record<string, unknown> = {}): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => toPairs(name, value)),
  )
  return search.size === 0 ? '' : `?${search}`
}

const toPairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return toListPairs(name, value.map(String))
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => toPairs(`${name}[${key}]`, item))
  return [[name, String(value)]]
}

/** A comma inside an entry would split it, so such a list repeats its key instead. */
const toListPairs = (name: string, entries: string[]): [string, string][] =>
  entries.some((entry) => entry.includes(','))
    ? entries.map((entry) => [`${name}[]`, entry])
    : [[name, entries.join(',')]]
