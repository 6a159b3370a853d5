import type { ToolPlace } from '../search-index.ts'
import { impactScale, largestSegment } from '../segment.ts'
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
  const impacts = { terms: terms.length, values: new Float64Array(places.length * terms.length) }
  work.lookUps += impacts.values.length
  let first = 0
  while (first < places.length) {
    const segment = places[first]?.segment
    let end = first + 1
    while (places[end]?.segment === segment) end++
    readSegment(impacts, terms, places, first, end)
    first = end
  }
  return impacts
}

/** A tool is looked up in so many postings in the time of reading them one by one. */
const readPerLookUp = 8

/**
 * The row of each tool of a segment, or -1. A shared scratch buffer, all -1 between two uses: a
 * thread runs one search at a time.
 */
const rowOf = new Int32Array(largestSegment).fill(-1)

/** Reads the impacts of the tools from row `first` to before `end`, which are in one segment. */
const readSegment = (
  { values }: Impacts,
  terms: readonly Pick<Term, 'wordPositions'>[],
  places: readonly ToolPlace[],
  first: number,
  end: number,
): void => {
  const place = places[first]
  if (!place) return
  const { starts, tools, impacts } = place.segment
  for (let row = first; row < end; row++) rowOf[places[row]?.tool ?? 0] = row
  for (let at = 0; at < terms.length; at++) {
    const word = terms[at]?.wordPositions[place.at] ?? -1
    if (word < 0) continue
    const last = starts[word + 1] ?? 0
    let posting = starts[word] ?? 0
    if (last - posting < (end - first) * readPerLookUp) {
      for (; posting < last; posting++) {
        const row = rowOf[tools[posting] ?? 0] ?? -1
        if (row >= 0) values[row * terms.length + at] = (impacts[posting] ?? 0) / impactScale
      }
      continue
    }
    for (let row = first; row < end && posting < last; row++) {
      const tool = places[row]?.tool ?? 0
      posting = seek(tools, posting, last, tool)
      if (posting < last && tools[posting] === tool)
        values[row * terms.length + at] = (impacts[posting] ?? 0) / impactScale
    }
  }
  for (let row = first; row < end; row++) rowOf[places[row]?.tool ?? 0] = -1
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
