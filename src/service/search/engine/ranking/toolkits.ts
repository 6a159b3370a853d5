import { createBits, setBit } from '../bits.ts'
import type { Query } from '../query/read-query.ts'
import { stopWords } from '../query/stop-words.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import type { Segment } from '../segment.ts'
import type { ToolFilter } from '../tool-filter.ts'
import { splitWords } from '../words/split-words.ts'
import type { Plan } from './plan-terms.ts'
import { toTerm } from './term.ts'

/** What a tool gains whose toolkit is named, and one whose toolkit is about the request. */
const namedShare = 1
const aboutShare = 1

/**
 * A name of one word is taken for it only where at least this share of the tools with that word are
 * the toolkit's own: "mail" is more often what a request is about.
 */
const ownShare = 0.5

/** Which toolkits a request names, and how well each fits what it is about. */
export type ToolkitFit = {
  /** Factor of the scores of a toolkit's tools. */
  factor: (position: number) => number
  /** Only the tools of the toolkits that are named; undefined where none is. */
  onlyNamed?: ToolFilter
  /** The toolkits that are named, and how surely. */
  named: ReadonlyMap<string, number>
}

type NamedToolkit = { place: number; words: readonly string[] }

/** What is known of the toolkits in a segment. */
type SegmentToolkits = {
  counts: Uint32Array
  names: ReadonlyMap<string, readonly NamedToolkit[]>
  /** The toolkits that are about each word. */
  abouts: ReadonlyMap<string, readonly number[]>
}

const known = new WeakMap<Segment, SegmentToolkits>()

const toolkitsOf = (segment: Segment): SegmentToolkits => {
  const found = known.get(segment)
  if (found) return found
  const counts = new Uint32Array(segment.toolkits.length)
  for (const place of segment.toolkitOf) counts[place] = (counts[place] ?? 0) + 1
  const names = new Map<string, NamedToolkit[]>()
  const abouts = new Map<string, number[]>()
  for (let place = 0; place < segment.toolkits.length; place++) {
    const lines = (segment.toolkitNames[place] ?? '').split('\n')
    for (const name of lines) {
      const words = splitWords(name)
      const [first] = words
      if (first !== undefined) names.set(first, [...(names.get(first) ?? []), { place, words }])
    }
    const about = splitWords(`${lines.join(' ')} ${segment.toolkitAbouts[place] ?? ''}`)
    for (const word of new Set(about)) {
      if (stopWords.has(word)) continue
      const places = abouts.get(word)
      if (places) places.push(place)
      else abouts.set(word, [place])
    }
  }
  const made = { counts, names, abouts }
  known.set(segment, made)
  return made
}

export const fitToolkits = (
  index: SearchIndex,
  query: Query,
  plan: Plan,
  /** Those that other steps of the request name. */
  others: ReadonlyMap<string, number> = new Map(),
): ToolkitFit => {
  const own = findNamed(index, query)
  const named = own.size > 0 ? own : others
  const abouts = measureAbouts(index, query, plan)
  return {
    named,
    ...(named.size > 0 && { onlyNamed: onlyToolkits(new Set(named.keys())) }),
    factor: (position) => {
      const { toolkit } = toolAt(index, position)
      return 1 + namedShare * (named.get(toolkit) ?? 0) + aboutShare * (abouts.get(toolkit) ?? 0)
    },
  }
}

/** The toolkits that are named, and how surely: a name may be a word that many tools have. */
const findNamed = (index: SearchIndex, { tokens }: Query): Map<string, number> => {
  const counts = new Map<string, number>()
  const found = new Map<string, { words: readonly string[] }>()
  for (const { segment } of index.segments) {
    const { names, counts: own } = toolkitsOf(segment)
    const here = new Set<number>()
    for (const [at, token] of tokens.entries()) {
      for (const { place, words } of names.get(token) ?? []) {
        if (!words.every((word, offset) => tokens[at + offset] === word)) continue
        const toolkit = segment.toolkits[place] ?? ''
        if (!here.has(place)) counts.set(toolkit, (counts.get(toolkit) ?? 0) + (own[place] ?? 0))
        here.add(place)
        const before = found.get(toolkit)
        if (!before || before.words.length < words.length) found.set(toolkit, { words })
      }
    }
  }
  const sure = new Map<string, number>()
  for (const [toolkit, { words }] of found) {
    const fewest = Math.min(...words.map((word) => toTerm(index, word, 1)?.documents ?? Infinity))
    const share = Math.min(1, (counts.get(toolkit) ?? 0) / fewest)
    if (words.length > 1 || share >= ownShare)
      sure.set(toolkit, Math.max(share, words.length > 1 ? 1 : 0))
  }
  return sure
}

const toolkitCounts = new WeakMap<SearchIndex['segments'], number>()

/** The distinct toolkits of an index; counted once, since a large one has thousands. */
const countToolkits = ({ segments }: SearchIndex): number => {
  const known = toolkitCounts.get(segments)
  if (known !== undefined) return known
  const { size } = new Set(segments.flatMap(({ segment }) => segment.toolkits))
  toolkitCounts.set(segments, size)
  return size
}

const measureAbouts = (index: SearchIndex, query: Query, plan: Plan): Map<string, number> => {
  const holders = new Map<string, Set<string>>()
  const all = countToolkits(index)
  for (const { segment } of index.segments) {
    const { abouts } = toolkitsOf(segment)
    for (const { word } of plan.terms)
      for (const place of abouts.get(word) ?? [])
        holders.set(word, (holders.get(word) ?? new Set()).add(segment.toolkits[place] ?? ''))
  }
  const total =
    [...query.words.values()].reduce((sum, weight) => sum + weight, 0) * Math.log(1 + all)
  const fits = new Map<string, number>()
  if (total === 0) return fits
  for (const { word, weight, rarity } of plan.terms) {
    const toolkits = holders.get(word)
    if (!toolkits) continue
    const gain = Math.min(1, weight / rarity) * Math.log(1 + all / (1 + toolkits.size))
    for (const toolkit of toolkits) fits.set(toolkit, (fits.get(toolkit) ?? 0) + gain / total)
  }
  return fits
}

const onlyToolkits =
  (names: ReadonlySet<string>): ToolFilter =>
  (segment) => {
    const bits = createBits(segment.count)
    const places = segment.toolkits.map((toolkit) => names.has(toolkit))
    if (places.includes(true))
      for (let tool = 0; tool < segment.count; tool++)
        if (places[segment.toolkitOf[tool] ?? 0]) setBit(bits, tool)
    return bits
  }

/** Tools that both filters let through. */
export const both = (one: ToolFilter, other: ToolFilter | undefined): ToolFilter =>
  other === undefined
    ? one
    : (segment) => {
        const [a, b] = [one(segment), other(segment)]
        return a.map((bits, at) => bits & (b[at] ?? 0))
      }
