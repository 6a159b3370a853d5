import type { ToolPlace } from '../search-index.ts'
import { impactScale } from '../segment.ts'
import type { Term } from './term.ts'

/**
 * The impact of each term in each tool, 0 where it does not occur: one row per tool with a number
 * per term. The tools must be in ascending order of their positions.
 */
export const readImpacts = (
  terms: readonly Pick<Term, 'wordPositions'>[],
  places: readonly ToolPlace[],
): Float64Array[] => {
  const rows = places.map(() => new Float64Array(terms.length))
  for (const [column, { wordPositions }] of terms.entries()) {
    let segmentAt = -1
    let from = 0
    let end = 0
    for (const [row, { segment, tool, at }] of places.entries()) {
      const { starts, tools, impacts } = segment
      if (at !== segmentAt) {
        segmentAt = at
        const word = wordPositions[at]
        from = word === undefined ? 0 : (starts[word] ?? 0)
        end = word === undefined ? 0 : (starts[word + 1] ?? 0)
      }
      from = seek(tools, from, end, tool)
      const values = rows[row]
      if (from < end && tools[from] === tool && values)
        values[column] = (impacts[from] ?? 0) / impactScale
    }
  }
  return rows
}

/** The first posting of a tool or of a later one; looks near `from` first. */
const seek = (tools: Uint16Array, from: number, end: number, tool: number): number => {
  let low = from
  let step = 1
  while (low + step < end && (tools[low + step] ?? 0) < tool) {
    low += step
    step *= 2
  }
  let high = Math.min(end, low + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tools[middle] ?? 0) < tool) low = middle + 1
    else high = middle
  }
  return low
}
