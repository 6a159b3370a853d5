import { hasBit } from '../bits.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import { impactScale } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { createTopScores } from './top-scores.ts'
import { impactOf, type Term } from './term.ts'

/**
 * Shared scratch buffers: a thread runs one search at a time, and nothing in them outlives a
 * search.
 */
let scores = new Float32Array(0)

/**
 * The highest score of each block of tools, so that blocks without a relevant score are skipped.
 */
let peaks = new Float32Array(0)
const blockBits = 6

/**
 * Frequent words are looked up tool by tool once at most this many times the wanted number of tools
 * can still be among the best.
 */
const fewCandidates = 8

/**
 * Checking that takes a pass over all scores, so the next pass waits until the remaining weight has
 * shrunk to this share.
 */
const shrunk = 0.6

/** Positions of the tools with the highest sums of terms, unordered; ties are broken by slug. */
export const collectTools = (
  index: SearchIndex,
  terms: readonly Term[],
  size: number,
  filter?: ToolFilter,
): number[] => {
  clearScores(index.size)

  const ordered = terms
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => b.most - a.most || (a.word < b.word ? -1 : 1))
  let most = ordered.reduce((sum, term) => sum + term.most, 0)
  let postings = ordered.reduce((sum, term) => sum + term.documents, 0)
  let lookBelow = most * shrunk
  for (const [at, term] of ordered.entries()) {
    // The postings of frequent, light words are worth reading only while they can still change
    // which tools are the best.
    if (most < lookBelow && postings > index.size) {
      const least = leastOfBest(index, size, filter)
      const candidates =
        least > most ? above(index, below(least - most), size * fewCandidates, filter) : undefined
      if (candidates) return choose(index, candidates, ordered.slice(at), size)
      lookBelow = most * shrunk
    }
    addTerm(index, term)
    most -= term.most
    postings -= term.documents
  }
  return bestOf(index, size, filter)
}

const clearScores = (size: number): void => {
  if (scores.length < size) {
    scores = new Float32Array(size)
    peaks = new Float32Array((size >> blockBits) + 1)
  } else {
    scores.fill(0, 0, size)
    peaks.fill(0, 0, (size >> blockBits) + 1)
  }
}

const addTerm = ({ segments }: SearchIndex, { wordPositions, weight }: Term): void => {
  const share = weight / impactScale
  for (let at = 0; at < segments.length; at++) {
    const wordPosition = wordPositions[at]
    const placed = segments[at]
    if (wordPosition === undefined || !placed) continue
    const { base } = placed
    const { starts, tools, impacts } = placed.segment
    const end = starts[wordPosition + 1] ?? 0
    for (let posting = starts[wordPosition] ?? 0; posting < end; posting++) {
      const position = base + (tools[posting] ?? 0)
      const score = (scores[position] ?? 0) + share * (impacts[posting] ?? 0)
      scores[position] = score
      const block = position >> blockBits
      if (score > (peaks[block] ?? 0)) peaks[block] = score
    }
  }
}

/** The score that a tool must reach to be among the best; 0 when fewer tools match. */
const leastOfBest = (index: SearchIndex, size: number, filter: ToolFilter | undefined): number => {
  const best = createTopScores(size)
  visitAbove(index, filter, 0, (position) => {
    best.offer(scores[position] ?? 0)
    return best.value()
  })
  return best.value()
}

/** All tools that score more than a bound; undefined when there are too many. */
const above = (
  index: SearchIndex,
  bound: number,
  most: number,
  filter: ToolFilter | undefined,
): number[] | undefined => {
  const found: number[] = []
  visitAbove(index, filter, Math.max(bound, 0), (position) => {
    found.push(position)
    // No score is above infinity, so the pass ends here.
    return found.length > most ? Infinity : Math.max(bound, 0)
  })
  return found.length > most ? undefined : found
}

/**
 * Visits each tool that passes the filter and scores more than a bound; the visitor returns the
 * next bound.
 */
const visitAbove = (
  index: SearchIndex,
  filter: ToolFilter | undefined,
  from: number,
  show: (position: number) => number,
): void => {
  let bound = from
  for (const { segment, base, removed } of index.segments) {
    const allowed = filter?.(segment)
    for (let tool = 0; tool < segment.count;) {
      const block = (base + tool) >> blockBits
      const end = Math.min(segment.count, ((block + 1) << blockBits) - base)
      if ((peaks[block] ?? 0) <= bound) tool = end
      for (; tool < end; tool++) {
        if ((scores[base + tool] ?? 0) <= bound) continue
        if ((removed && hasBit(removed, tool)) || (allowed && !hasBit(allowed, tool))) continue
        bound = show(base + tool)
      }
    }
  }
}

const bestOf = (index: SearchIndex, size: number, filter: ToolFilter | undefined): number[] => {
  const best = createTopScores(size)
  const found: number[] = []
  visitAbove(index, filter, 0, (position) => {
    found.push(position)
    best.offer(scores[position] ?? 0)
    return below(best.value())
  })
  const least = best.value()
  const equal = found
    .filter((position) => scores[position] === least)
    .map((position) => ({ position, slug: toolAt(index, position).slug }))
  const better = found.filter((position) => (scores[position] ?? 0) > least)
  const missing = size - better.length
  if (equal.length > missing) equal.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  return [...better, ...equal.slice(0, missing).map(({ position }) => position)]
}

/** The best of the candidates, including the terms that were not read yet. */
const choose = (
  index: SearchIndex,
  candidates: readonly number[],
  rest: readonly Term[],
  size: number,
): number[] =>
  candidates
    .map((position) => {
      const { segment, tool, at, slug } = toolAt(index, position)
      const score = rest.reduce(
        (sum, { weight, wordPositions }) =>
          Math.fround(sum + weight * impactOf(segment, wordPositions[at], tool)),
        scores[position] ?? 0,
      )
      return { position, slug, score }
    })
    .toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .slice(0, size)
    .map(({ position }) => position)

/** Slightly less than a score, so that a comparison with `>` includes the score itself. */
const below = (score: number): number => Math.max(0, score * (1 - 1e-6))
