import { toolAt, type SearchIndex, type ToolPlace } from '../search-index.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { readImpacts } from './impacts.ts'
import { addTerm, clearSums, setSum, sumAt, visitAbove, visitBest, visitPromising } from './sums.ts'
import type { Term } from './term.ts'
import { createTopScores } from './top-scores.ts'

/** What it costs to look a word up in a tool, in postings read. */
const lookUpCost = 16

/** So many are read sooner than the best tools so far are found. */
const fewPostings = 10_000

/** The next pause waits until the terms to come can add only this share of what they could. */
const shrunk = 0.6

/** Positions of the tools with the largest sums of terms, unordered; ties are broken by slug. */
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
  for (const [at, term] of ordered.entries()) {
    // The postings of frequent, light words are worth reading only while they can still change
    // which tools are the best.
    if (most < pauseBelow && postings > fewPostings + index.size / 4) {
      const rest = ordered.slice(at)
      const few = postings / (rest.length * lookUpCost)
      const candidates = findCandidates(index, size, most, few, filter)
      if (candidates) {
        addLookedUp(
          rest,
          candidates.sort((a, b) => a - b).map((position) => toolAt(index, position)),
        )
        return chooseBest(index, candidates, size)
      }
      pauseBelow = most * shrunk
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
  if (countPostings(ordered) < places.length * ordered.length * lookUpCost)
    for (const term of ordered) addTerm(index, term)
  else addLookedUp(ordered, places)
  const positions = places.map(({ position }) => position)
  return chooseBest(
    index,
    positions.filter((position) => sumAt(position) > 0),
    size,
  )
}

const countPostings = (terms: readonly Term[]): number =>
  terms.reduce((sum, { documents }) => sum + documents, 0)

/** The terms that can add most first, for they decide which tools are the best. */
const orderTerms = (terms: readonly Term[]): Term[] =>
  terms
    .filter(({ most }) => most > 0)
    .toSorted((a, b) => b.most - a.most || (a.word < b.word ? -1 : 1))

/**
 * The tools that can still be among the best when the terms to come add at most this; undefined
 * when there are too many.
 */
const findCandidates = (
  index: SearchIndex,
  size: number,
  most: number,
  few: number,
  filter: ToolFilter | undefined,
): number[] | undefined => {
  const best = createTopScores(size)
  visitPromising(index, size, filter, (position) => {
    best.offer(sumAt(position))
    return best.value()
  })
  if (best.value() <= most) return undefined
  const bound = below(best.value() - most)
  const found: number[] = []
  visitAbove(index, filter, bound, (position) => {
    found.push(position)
    // Nothing is above infinity, so the pass ends here.
    return found.length > few ? Infinity : bound
  })
  return found.length > few ? undefined : found
}

const addLookedUp = (terms: readonly Term[], places: readonly ToolPlace[]): void => {
  const { values } = readImpacts(terms, places)
  for (const [row, { position }] of places.entries()) {
    let sum = sumAt(position)
    for (let at = 0; at < terms.length; at++)
      sum = Math.fround(sum + (terms[at]?.weight ?? 0) * (values[row * terms.length + at] ?? 0))
    setSum(position, sum)
  }
}

const findBest = (index: SearchIndex, size: number, filter: ToolFilter | undefined): number[] => {
  const best = createTopScores(size)
  const found: number[] = []
  visitBest(index, size, filter, (position) => {
    found.push(position)
    best.offer(sumAt(position))
    return below(best.value())
  })
  return chooseAbove(index, found, best.value(), size)
}

const chooseBest = (index: SearchIndex, positions: readonly number[], size: number): number[] => {
  const best = createTopScores(size)
  for (const position of positions) best.offer(sumAt(position))
  return chooseAbove(index, positions, best.value(), size)
}

/** Those with more than the least, and by their slugs as many as are missing of those that have it. */
const chooseAbove = (
  index: SearchIndex,
  positions: readonly number[],
  least: number,
  size: number,
): number[] => {
  const better = positions.filter((position) => sumAt(position) > least)
  const equal = positions
    .filter((position) => sumAt(position) === least)
    .map((position) => ({ position, slug: toolAt(index, position).slug }))
  const missing = size - better.length
  if (equal.length > missing) equal.sort((a, b) => (a.slug < b.slug ? -1 : 1))
  return [...better, ...equal.slice(0, missing).map(({ position }) => position)]
}

/** Slightly less than a sum, so that a comparison with `>` includes the sum itself. */
const below = (sum: number): number => Math.max(0, sum * (1 - 1e-6))
