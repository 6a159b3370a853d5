import { hasBit } from '../bits.ts'
import { toolAt, type SearchIndex, type ToolPlace } from '../search-index.ts'
import { impactScale } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { readImpacts } from './impacts.ts'
import { createTopScores } from './top-scores.ts'
import type { Term } from './term.ts'

/**
 * Shared scratch buffers: a thread runs one search at a time, and nothing in them outlives a
 * search.
 */
let scores = new Float32Array(0)

/**
 * The highest score of each block of tools, so that blocks without a relevant score are skipped.
 */
let peaks = new Float32Array(0)
const blockBits = 4

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

  const ordered = orderTerms(terms)
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

/**
 * The same among some tools only, which are in ascending order of their positions. The tools are
 * looked up in the postings, or the postings are read, whichever is less work.
 */
export const collectAmong = (
  index: SearchIndex,
  terms: readonly Term[],
  size: number,
  places: readonly ToolPlace[],
): number[] => {
  const ordered = orderTerms(terms)
  const found: ScoredPlace[] = []
  const postings = ordered.reduce((sum, term) => sum + term.documents, 0)
  if (postings < places.length * ordered.length * lookUpCost) {
    clearScores(index.size)
    for (const term of ordered) addTerm(index, term)
    for (const { position, slug } of places)
      found.push({ position, slug, score: scores[position] ?? 0 })
  } else {
    const impacts = readImpacts(ordered, places)
    for (const [at, { position, slug }] of places.entries())
      found.push({ position, slug, score: sumOf(ordered, impacts[at]) })
  }
  return bestPlaces(
    found.filter(({ score }) => score > 0),
    size,
  )
}

/** What it costs to look a tool up among the postings of a word, in postings read. */
const lookUpCost = 8

type ScoredPlace = { position: number; slug: string; score: number }

const bestPlaces = (found: readonly ScoredPlace[], size: number): number[] =>
  found
    .toSorted((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
    .slice(0, size)
    .map(({ position }) => position)

const sumOf = (terms: readonly Term[], impacts: Float64Array | undefined, from = 0): number => {
  let sum = from
  for (const [at, { weight }] of terms.entries())
    sum = Math.fround(sum + weight * (impacts?.[at] ?? 0))
  return sum
}

/** The terms that can add most first, for they decide which tools are the best. */
const orderTerms = (terms: readonly Term[]): Term[] =>
  terms
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => b.most - a.most || (a.word < b.word ? -1 : 1))

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
  visitBest(index, size, filter, (position) => {
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
  /** Only blocks whose highest score is in this range. */
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
        if ((scores[base + tool] ?? 0) <= bound) continue
        if ((removed && hasBit(removed, tool)) || (allowed && !hasBit(allowed, tool))) continue
        bound = show(base + tool)
      }
    }
  }
  return bound
}

/**
 * The same for the `size` best tools: the most promising blocks first, so that the bound rises soon.
 */
const visitBest = (
  index: SearchIndex,
  size: number,
  filter: ToolFilter | undefined,
  show: (position: number) => number,
): void => {
  const best = createTopScores(size)
  const blocks = ((index.size - 1) >> blockBits) + 1
  for (let block = 0; block < blocks; block++) best.offer(peaks[block] ?? 0)
  const promising = best.value()
  const bound = promising > 0 ? visitAbove(index, filter, 0, show, [promising, Infinity]) : 0
  visitAbove(index, filter, bound, show, [0, promising > 0 ? promising : Infinity])
}

const bestOf = (index: SearchIndex, size: number, filter: ToolFilter | undefined): number[] => {
  const best = createTopScores(size)
  const found: number[] = []
  visitBest(index, size, filter, (position) => {
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
): number[] => {
  const places = candidates.toSorted((a, b) => a - b).map((position) => toolAt(index, position))
  const impacts = readImpacts(rest, places)
  return bestPlaces(
    places.map(({ position, slug }, at) => ({
      position,
      slug,
      score: sumOf(rest, impacts[at], scores[position]),
    })),
    size,
  )
}

/** Slightly less than a score, so that a comparison with `>` includes the score itself. */
const below = (score: number): number => Math.max(0, score * (1 - 1e-6))
