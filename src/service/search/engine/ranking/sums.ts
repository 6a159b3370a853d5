import { hasBit } from '../bits.ts'
import type { SearchIndex } from '../search-index.ts'
import { impactScale } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
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

/** Sets the sum of one tool, which no later visit considers. */
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
 * Visits each tool that passes the filter and has more than a bound; the visitor returns the next
 * bound. Returns the last one.
 */
export const visitAbove = (
  index: SearchIndex,
  filter: ToolFilter | undefined,
  from: number,
  show: (position: number) => number,
  /** Only blocks whose largest sum is in this range. */
  [least, most]: readonly [least: number, most: number] = [0, Infinity],
): number => {
  let bound = from
  for (const { segment, base, removed } of index.segments) {
    const allowed = filter?.(segment)
    for (let tool = 0; tool < segment.count;) {
      const block = (base + tool) >> blockBits
      const end = Math.min(segment.count, ((block + 1) << blockBits) - base)
      const peak = peaks[block] ?? 0
      if (peak <= bound || peak < least || peak >= most) tool = end
      for (; tool < end; tool++) {
        if ((sums[base + tool] ?? 0) <= bound) continue
        if ((removed && hasBit(removed, tool)) || (allowed && !hasBit(allowed, tool))) continue
        bound = show(base + tool)
      }
    }
  }
  return bound
}

/**
 * The same for the `size` most promising blocks, which have at least as many tools and most of the
 * best ones. Returns the least of the largest sums of these blocks too; 0 when there are fewer.
 */
export const visitPromising = (
  index: SearchIndex,
  size: number,
  filter: ToolFilter | undefined,
  show: (position: number) => number,
): { bound: number; promising: number } => {
  const best = createTopScores(size)
  const blocks = countBlocks(index.size)
  for (let block = 0; block < blocks; block++) {
    const peak = peaks[block] ?? 0
    if (peak > best.value()) best.offer(peak)
  }
  const promising = best.value()
  return { bound: visitAbove(index, filter, 0, show, [promising, Infinity]), promising }
}

/** The same for the `size` best: the most promising blocks first, so that the bound rises soon. */
export const visitBest = (
  index: SearchIndex,
  size: number,
  filter: ToolFilter | undefined,
  show: (position: number) => number,
): void => {
  const { bound, promising } = visitPromising(index, size, filter, show)
  if (promising > 0) visitAbove(index, filter, bound, show, [0, promising])
}
