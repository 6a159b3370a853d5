import { hasBit } from '../bits.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import { impactScale } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { createLeast } from './find-least.ts'
import { impactOf, type Term } from './term.ts'

/** One search at a time runs in a thread; between searches nothing of it is kept. */
let scores = new Float32Array(0)

/**
 * The highest score of each block of tools: most blocks have none that matters, and are passed over
 * at once.
 */
let peaks = new Float32Array(0)
const blockBits = 6

/**
 * Frequent words are looked up tool by tool as soon as no more than so many times the wanted number
 * can still get in.
 */
const fewCandidates = 8

/**
 * Looking whether that is so takes a walk over all scores: the next walk waits until what is left
 * to add has shrunk to this share.
 */
const shrunk = 0.6

/**
 * Positions of the tools with the highest sums of terms, in no order; of equal ones those of the
 * first slugs.
 */
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
    // What frequent words of little weight add is worth reading only where it can still change who
    // is among the best.
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

const addTerm = ({ segments }: SearchIndex, { places, weight }: Term): void => {
  const share = weight / impactScale
  for (let at = 0; at < segments.length; at++) {
    const place = places[at]
    const placed = segments[at]
    if (place === undefined || !placed) continue
    const { base } = placed
    const { starts, tools, impacts } = placed.segment
    const end = starts[place + 1] ?? 0
    for (let posting = starts[place] ?? 0; posting < end; posting++) {
      const position = base + (tools[posting] ?? 0)
      const score = (scores[position] ?? 0) + share * (impacts[posting] ?? 0)
      scores[position] = score
      const block = position >> blockBits
      if (score > (peaks[block] ?? 0)) peaks[block] = score
    }
  }
}

/** What a tool must reach to be among the best; 0 where fewer match. */
const leastOfBest = (index: SearchIndex, size: number, filter: ToolFilter | undefined): number => {
  const best = createLeast(size)
  visitAbove(index, filter, 0, (position) => {
    best.offer(scores[position] ?? 0)
    return best.value()
  })
  return best.value()
}

/** All tools that score more than a bound; undefined when they are too many. */
const above = (
  index: SearchIndex,
  bound: number,
  most: number,
  filter: ToolFilter | undefined,
): number[] | undefined => {
  const found: number[] = []
  visitAbove(index, filter, Math.max(bound, 0), (position) => {
    found.push(position)
    // No score is above infinity: the walk finds nothing more.
    return found.length > most ? Infinity : Math.max(bound, 0)
  })
  return found.length > most ? undefined : found
}

/** Shows each tool that may be found and scores more than a bound; the answer is the next bound. */
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
  const best = createLeast(size)
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

/** The best of the candidates, with the terms that were not read yet. */
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
        (sum, { weight, places }) =>
          Math.fround(sum + weight * impactOf(segment, places[at], tool)),
        scores[position] ?? 0,
      )
      return { position, slug, score }
    })
    .toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .slice(0, size)
    .map(({ position }) => position)

/** A little less than a score, so that what is above includes what reaches it. */
const below = (score: number): number => Math.max(0, score * (1 - 1e-6))
