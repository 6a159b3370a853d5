const maximumCharacters = 3000
const maximumDepth = 5
const maximumKeys = 40
const maximumNodes = 200

/**
 * The types of the values in a result, for a model that has to choose a path; less deep if it would
 * become too long.
 *
 * @example
 * toShape({ items: [{ id: 1, title: 'Door' }, …] }) // { items: ['2 items, the first:', { id: 'number', title: 'string' }] }
 */
export const toShape = (value: unknown): unknown => {
  for (let depth = maximumDepth; depth > 0; depth -= 1) {
    const shape = describe(value, depth, { nodes: maximumNodes })
    if (JSON.stringify(shape).length <= maximumCharacters) return shape
  }
  return describe(value, 0, { nodes: 1 })
}

const describe = (value: unknown, depth: number, left: { nodes: number }): unknown => {
  left.nodes -= 1
  if (value === null) return 'null'
  if (typeof value === 'string')
    return value.length > 1000 ? `string of ${value.length} characters` : 'string'
  if (typeof value !== 'object') return typeof value
  const isBranch = depth > 0 && left.nodes > 0
  if (Array.isArray(value)) {
    const [first] = value
    if (value.length === 0 || !isBranch) return `array of ${value.length}`
    return typeof first === 'object' && first !== null
      ? [`${value.length} items, the first:`, describe(first, depth - 1, left)]
      : `array of ${value.length}, the first: ${typeof first}`
  }
  const entries = Object.entries(value)
  if (!isBranch) return `object with ${entries.length} keys`
  const shown = entries
    .slice(0, maximumKeys)
    .map(([key, entry]) => [key, describe(entry, depth - 1, left)])
  return Object.fromEntries(
    entries.length > shown.length
      ? [...shown, ['…', `${entries.length - shown.length} more keys`]]
      : shown,
  )
}
