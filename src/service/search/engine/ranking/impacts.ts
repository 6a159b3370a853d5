import type { ToolPlace } from '../search-index.ts'
import { impactScale, type Segment } from '../segment.ts'
import type { Term } from './term.ts'
import { work } from './work.ts'

/** The impact of each term in each tool, tool by tool; 0 where it does not occur. */
export type Impacts = {
  terms: number
  /** Of tool `row` and term `at`: `values[row * terms + at]`. */
  values: Float64Array
}

/** The tools must be in ascending order of their positions. */
export const readImpacts = (
  terms: readonly Pick<Term, 'wordPositions'>[],
  places: readonly ToolPlace[],
): Impacts => {
  const values = new Float64Array(places.length * terms.length)
  work.lookUps += values.length
  for (let at = 0; at < terms.length; at++) {
    const wordPositions = terms[at]?.wordPositions
    if (!wordPositions) continue
    let segment: Segment | undefined
    let from = 0
    let end = 0
    for (let row = 0; row < places.length; row++) {
      const place = places[row]
      if (!place) continue
      if (place.segment !== segment) {
        segment = place.segment
        const word = wordPositions[place.at] ?? -1
        from = word < 0 ? 0 : (segment.starts[word] ?? 0)
        end = word < 0 ? 0 : (segment.starts[word + 1] ?? 0)
      }
      if (from === end) continue
      from = seek(segment.tools, from, end, place.tool)
      if (from < end && segment.tools[from] === place.tool)
        values[row * terms.length + at] = (segment.impacts[from] ?? 0) / impactScale
    }
  }
  return { terms: terms.length, values }
}

/** The first posting of a tool or of a later one; looks near `from` first. */
export const seek = (tools: Uint16Array, from: number, end: number, tool: number): number => {
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
