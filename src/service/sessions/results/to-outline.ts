/** Limits of what is shown of a value, from the largest to the smallest. */
const limits = [
  { items: 10, keys: 60, text: 400, depth: 6 },
  { items: 5, keys: 40, text: 160, depth: 5 },
  { items: 3, keys: 25, text: 80, depth: 4 },
  { items: 2, keys: 15, text: 40, depth: 3 },
  { items: 1, keys: 8, text: 30, depth: 2 },
] as const

type Limits = (typeof limits)[number]

const maximumNodes = 1000

/**
 * Shortens a value until its JSON has at most the given number of characters; markers describe what
 * was omitted.
 */
export const toOutline = (value: unknown, maximumCharacters: number): unknown => {
  for (const limit of limits) {
    const outline = shorten(value, limit, limit.depth, { nodes: maximumNodes })
    if (JSON.stringify(outline).length <= maximumCharacters) return outline
  }
  return `${JSON.stringify(value).slice(0, Math.floor(maximumCharacters / 2))}…`
}

const shorten = (
  value: unknown,
  limit: Limits,
  depth: number,
  left: { nodes: number },
): unknown => {
  left.nodes -= 1
  if (typeof value === 'string')
    return value.length <= limit.text
      ? value
      : `${value.slice(0, limit.text)}… (${value.length} characters)`
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    if (depth === 0 || left.nodes <= 0) return `… (${value.length} items)`
    const shown = value.slice(0, limit.items).map((item) => shorten(item, limit, depth - 1, left))
    return value.length > shown.length
      ? [...shown, `… (${value.length - shown.length} more items)`]
      : shown
  }
  const keys = Object.keys(value)
  if (depth === 0 || left.nodes <= 0) return `… (${keys.length} keys)`
  const shown = Object.entries(value)
    .slice(0, limit.keys)
    .map(([key, entry]) => [key, shorten(entry, limit, depth - 1, left)])
  return Object.fromEntries(
    keys.length > shown.length
      ? [...shown, ['…', `${keys.length - shown.length} more keys`]]
      : shown,
  )
}
