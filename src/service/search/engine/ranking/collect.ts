import type { SearchIndex, ToolPlace } from '../search-index.ts'
import type { ToolFilter } from '../tool-filter.ts'
import {
  addLookedUp,
  addTerm,
  clearSums,
  setSum,
  sumAt,
  visitAbove,
  findPromising,
} from './sums.ts'
import { firstBySlug } from './first-by-slug.ts'
import type { Term } from './term.ts'
import { createTopScores } from './top-scores.ts'

/** What it costs to look a word up in a tool, in postings read. */
const lookUpCost = 16

/** What it costs to find the best tools so far, in postings read: for each of them, and for all. */
const findCost = { best: 32, all: 1 / 16 }

/** The next pause waits until the terms to come can add only this share of what they could. */
const shrunk = 0.6

/** Sums are rounded: so much of one is in doubt. */
const rounding = 1e-5

/**
 * Positions of the tools with the largest sums of terms, unordered; ties are broken by slug.
 *
 * The postings of frequent, light words are read only while they can still change which tools are
 * the best: after the other terms, what the best tools so far have in all is a bound, and few tools
 * can still reach it.
 */
export const collectTools = (
  index: SearchIndex,
  terms: readonly Term[],
  size: number,
  filter?: ToolFilter,
): number[] => {
  clearSums(index.size)
  const ordered = orderTerms(terms)
  let most = ordered.reduce((sum, term) => sum + term.most, 0)
  let postings = countPostings(ordered)
  let pauseBelow = most / 2
  let bound = 0
  for (const [at, term] of ordered.entries()) {
    const left = ordered.length - at
    const pauseCost = size * (left * lookUpCost + findCost.best) + index.size * findCost.all
    if (most < pauseBelow && postings > pauseCost) {
      const rest = ordered.slice(at)
      if (bound <= most) bound = findBound(index, rest, size, filter)
      const candidates = findAbove(index, bound - most, postings / (left * lookUpCost), filter)
      if (candidates) {
        addLookedUp(index, rest, candidates)
        return chooseBest(index, candidates, size)
      }
      pauseBelow = bound > most ? most * shrunk : bound
    }
    addTerm(index, term)
    most -= term.most
    postings -= term.documents
  }
  return findBest(index, size, filter)
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
  clearSums(index.size)
  const positions = places.map(({ position }) => position)
  if (countPostings(ordered) < positions.length * ordered.length * lookUpCost)
    for (const term of ordered) addTerm(index, term)
  else addLookedUp(index, ordered, positions)
  return chooseBest(
    index,
    positions.filter((position) => sumAt(position) > 0),
    size,
  )
}

const countPostings = (terms: readonly Term[]): number =>
  terms.reduce((sum, { documents }) => sum + documents, 0)

/** The terms first that add most for each posting, for they tell soonest which tools are the best. */
const orderTerms = (terms: readonly Term[]): Term[] =>
  terms
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => b.most * a.documents - a.most * b.documents || (a.word < b.word ? -1 : 1))

/** What the best tools have at least, once the terms to come are added; 0 when there are too few. */
const findBound = (
  index: SearchIndex,
  rest: readonly Term[],
  size: number,
  filter: ToolFilter | undefined,
): number => {
  const best = findBest(index, size, filter).sort((a, b) => a - b)
  const before = best.map((position) => sumAt(position))
  addLookedUp(index, rest, best)
  const whole = createTopScores(size)
  for (const [at, position] of best.entries()) {
    whole.offer(sumAt(position))
    setSum(position, before[at] ?? 0)
  }
  return whole.value() * (1 - rounding)
}

/** The tools above a bound, in ascending order; undefined when there are too many. */
const findAbove = (
  index: SearchIndex,
  bound: number,
  few: number,
  filter: ToolFilter | undefined,
): number[] | undefined => {
  if (bound <= 0) return undefined
  const found: number[] = []
  visitAbove(index, filter, bound, (position) => {
    found.push(position)
    // Nothing is above infinity, so the pass ends here.
    return found.length > few ? Infinity : bound
  })
  return found.length > few ? undefined : found
}

/** The best tools by their sums so far. */
const findBest = (index: SearchIndex, size: number, filter: ToolFilter | undefined): number[] => {
  if (visited.length < index.size) visited = new Int32Array(index.size)
  const own = visited
  const promising = below(findPromising(index, size))
  let count = 0
  if (promising > 0)
    visitAbove(index, filter, promising, (position) => {
      own[count++] = position
      return promising
    })
  if (count >= size) return chooseBest(index, own.subarray(0, count), size)
  // The filter leaves out some of those.
  const best = createTopScores(size)
  count = 0
  visitAbove(index, filter, 0, (position) => {
    own[count++] = position
    best.offer(sumAt(position))
    return below(best.value())
  })
  return chooseAbove(index, own.subarray(0, count), best.value(), size)
}

/**
 * Shared scratch buffers: what a visit found, and what has the same sum. A frequent word is in tens
 * of thousands of tools.
 */
let visited = new Int32Array(0)
let ties = new Int32Array(0)

type Positions = Int32Array | readonly number[]

const chooseBest = (index: SearchIndex, positions: Positions, size: number): number[] => {
  const best = createTopScores(size)
  for (let at = 0; at < positions.length; at++) best.offer(sumAt(positions[at] ?? 0))
  return chooseAbove(index, positions, best.value(), size)
}

/** Those with more than the least, and by their slugs as many as are missing of those that have it. */
const chooseAbove = (
  index: SearchIndex,
  positions: Positions,
  least: number,
  size: number,
): number[] => {
  if (ties.length < positions.length) ties = new Int32Array(positions.length)
  const chosen: number[] = []
  let count = 0
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] ?? 0
    const sum = sumAt(position)
    if (sum > least) chosen.push(position)
    else if (sum === least) ties[count++] = position
  }
  const equal = ties.subarray(0, count)
  const missing = size - chosen.length
  for (const position of count > missing ? firstBySlug(index, equal, missing) : equal)
    chosen.push(position)
  return chosen
}

/** Slightly less than a sum, so that a comparison with `>` includes the sum itself. */
const below = (sum: number): number => Math.max(0, sum * (1 - 1e-6))
