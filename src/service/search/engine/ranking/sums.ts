import { hasBit } from '../bits.ts'
import type { SearchIndex } from '../search-index.ts'
import { impactScale } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { seek } from './impacts.ts'
import type { Term } from './term.ts'
import { createTopScores } from './top-scores.ts'
import { work } from './work.ts'

/**
 * The sum of each tool of an index. Shared scratch buffers: a thread runs one search at a time, and
 * nothing in them outlives a search.
 */
let sums = new Float32Array(0)

/** The largest sum of each block of tools, so that blocks without a relevant one are skipped. */
let peaks = new Float32Array(0)
const blockBits = 4

const countBlocks = (size: number): number => (size >> blockBits) + 1

/** Prepares for an index of this size; all sums are 0. */
export const clearSums = (size: number): void => {
  if (sums.length < size) {
    sums = new Float32Array(size)
    peaks = new Float32Array(countBlocks(size))
  } else {
    sums.fill(0, 0, size)
    peaks.fill(0, 0, countBlocks(size))
  }
}

export const sumAt = (position: number): number => sums[position] ?? 0

/** Sets the sum of one tool again. */
export const setSum = (position: number, sum: number): void => {
  sums[position] = sum
}

/** Adds what a word counts in each tool. */
export const addTerm = ({ segments }: SearchIndex, { wordPositions, weight }: Term): void => {
  const share = weight / impactScale
  // Read in the loop, a variable of the module would be loaded again for every posting.
  const [ownSums, ownPeaks] = [sums, peaks]
  for (let at = 0; at < segments.length; at++) {
    const wordPosition = wordPositions[at] ?? -1
    const placed = segments[at]
    if (wordPosition < 0 || !placed) continue
    const { base } = placed
    const { starts, tools, impacts } = placed.segment
    const start = starts[wordPosition] ?? 0
    const end = starts[wordPosition + 1] ?? 0
    work.postings += end - start
    for (let posting = start; posting < end; posting++) {
      const position = base + (tools[posting] ?? 0)
      const sum = Math.fround((ownSums[position] ?? 0) + share * (impacts[posting] ?? 0))
      ownSums[position] = sum
      const block = position >> blockBits
      if (sum > (ownPeaks[block] ?? 0)) ownPeaks[block] = sum
    }
  }
}

/**
 * Adds what words count in some tools only, which are in ascending order of their positions; no
 * later visit considers it. A tool has the same sum whichever way its words were added.
 */
export const addLookedUp = (
  { segments }: SearchIndex,
  terms: readonly Term[],
  positions: readonly number[],
): void => {
  work.lookUps += terms.length * positions.length
  let first = 0
  for (let at = 0; at < segments.length && first < positions.length; at++) {
    const placed = segments[at]
    if (!placed) continue
    const { base, segment } = placed
    let last = first
    while (last < positions.length && (positions[last] ?? 0) < base + segment.count) last++
    if (last === first) continue
    for (const { wordPositions, weight } of terms) {
      const word = wordPositions[at] ?? -1
      if (word < 0) continue
      const share = weight / impactScale
      let from = segment.starts[word] ?? 0
      const end = segment.starts[word + 1] ?? 0
      for (let row = first; row < last && from < end; row++) {
        const position = positions[row] ?? 0
        from = seek(segment.tools, from, end, position - base)
        if (from < end && segment.tools[from] === position - base)
          sums[position] = (sums[position] ?? 0) + share * (segment.impacts[from] ?? 0)
      }
    }
    first = last
  }
}

/**
 * Visits each tool that passes the filter and has more than a bound; the visitor returns the next
 * bound.
 */
export const visitAbove = (
  index: SearchIndex,
  filter: ToolFilter | undefined,
  from: number,
  show: (position: number) => number,
): void => {
  const [ownSums, ownPeaks] = [sums, peaks]
  let bound = from
  for (const { segment, base, removed } of index.segments) {
    const allowed = filter?.(segment)
    const last = base + segment.count
    for (let position = base; position < last;) {
      const block = position >> blockBits
      const end = Math.min(last, (block + 1) << blockBits)
      if ((ownPeaks[block] ?? 0) <= bound) {
        position = end
        continue
      }
      for (; position < end; position++) {
        if ((ownSums[position] ?? 0) <= bound) continue
        const tool = position - base
        if ((removed && hasBit(removed, tool)) || (allowed && !hasBit(allowed, tool))) continue
        bound = show(position)
      }
    }
  }
}

/**
 * What the best tools have, as far as blocks tell: so many blocks have a tool of at least as much;
 * 0 when there are fewer.
 */
export const findPromising = ({ size }: SearchIndex, tools: number): number => {
  const ownPeaks = peaks
  const best = createTopScores(tools)
  const blocks = countBlocks(size)
  for (let block = 0; block < blocks; block++) {
    const peak = ownPeaks[block] ?? 0
    if (peak > best.value()) best.offer(peak)
  }
  return best.value()
}
