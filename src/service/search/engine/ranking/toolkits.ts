import type { Query } from '../query/read-query.ts'
import type { SearchIndex, ToolPlace } from '../search-index.ts'
import { toolkitsOfIndex } from './index-toolkits.ts'
import type { Plan } from './plan-terms.ts'
import type { Vocabulary } from './vocabulary.ts'

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
  /** How surely the toolkit of a tool is named, and how well it is about the request: 0 to 2. */
  fit: (place: ToolPlace) => number
  /** Factor of the scores of a toolkit's tools. */
  factor: (place: ToolPlace) => number
  /** The toolkits that are named, and how surely. */
  named: ReadonlyMap<string, number>
}

export const fitToolkits = (
  index: SearchIndex,
  query: Query,
  plan: Plan,
  vocabulary: Vocabulary,
  /** Those that other steps of the request name. */
  others: ReadonlyMap<string, number> = new Map(),
  weightOf: (toolkit: string) => number = () => 1,
): ToolkitFit => {
  const own = findNamed(index, query, vocabulary)
  const named = own.size > 0 ? own : others
  const { numbers, numberOf } = toolkitsOfIndex(index)
  const fits = measureAbouts(index, query, plan)
  for (const [toolkit, share] of named) {
    const number = numberOf(toolkit)
    if (number !== undefined) fits[number] = namedShare * share + (fits[number] ?? 0)
  }
  const fit = ({ segment, tool, at }: ToolPlace): number =>
    fits[numbers[at]?.[segment.toolkitOf[tool] ?? 0] ?? 0] ?? 0
  return { named, fit, factor: (place) => (1 + fit(place)) * weightOf(place.toolkit) }
}

/** The toolkits that are named, and how surely: a name may be a word that many tools have. */
const findNamed = (
  index: SearchIndex,
  { tokens }: Query,
  vocabulary: Vocabulary,
): Map<string, number> => {
  const { named } = toolkitsOfIndex(index)
  const found = new Map<string, { words: readonly string[]; toolsIn: Map<number, number> }>()
  for (const start of tokens.keys()) {
    for (const { toolkit, words, at, tools } of named(tokens, start)) {
      const before = found.get(toolkit)
      const toolsIn = before?.toolsIn ?? new Map<number, number>()
      toolsIn.set(at, tools)
      if (!before || before.words.length < words.length) found.set(toolkit, { words, toolsIn })
    }
  }
  const sure = new Map<string, number>()
  for (const [toolkit, { words, toolsIn }] of found) {
    const fewest = Math.min(...words.map((word) => vocabulary.countSaying(word) || Infinity))
    const tools = [...toolsIn.values()].reduce((sum, some) => sum + some, 0)
    const share = Math.min(1, tools / fewest)
    if (words.length > 1 || share >= ownShare)
      sure.set(toolkit, Math.max(share, words.length > 1 ? 1 : 0))
  }
  return sure
}

/** What each toolkit gains for what it is about, by its number. */
const measureAbouts = (index: SearchIndex, query: Query, plan: Plan): Float64Array => {
  const { count, about } = toolkitsOfIndex(index)
  const fits = new Float64Array(count)
  const total =
    [...query.words.values()].reduce((sum, weight) => sum + weight, 0) * Math.log(1 + count)
  if (total === 0) return fits
  for (const { word, weight, rarity } of plan.terms) {
    const toolkits = about(word)
    const gain = Math.min(1, weight / rarity) * Math.log(1 + count / (1 + toolkits.length))
    const share = aboutShare * (gain / total)
    for (const toolkit of toolkits) fits[toolkit] = (fits[toolkit] ?? 0) + share
  }
  return fits
}
