import { actionBits } from '../query/actions.ts'
import { valueWeight, type Query } from '../query/read-query.ts'
import { toolAt, type SearchIndex, type ToolPlace } from '../search-index.ts'
import { lacksApp } from './lacks-app.ts'
import type { Plan } from './plan-terms.ts'
import type { Resolved } from './resolve.ts'
import type { ScoredTool } from './score-tools.ts'
import { rarestOf, weighWords } from './signals.ts'
import { impactOf } from './term.ts'

/** How many of the best tools are judged; one that fits is enough. */
export const judgedTools = 5

/**
 * What the signs that a tool does it count: the share of the request's own words that its texts
 * have, how much of its name the request explains and the reverse, its toolkit, and how many words
 * there are to find, since it is more if a tool has half of eight words than one of two.
 */
const evidence = { texts: 0.8, name: 1.9, request: 1, toolkit: 0.7, words: 1.35 }

/**
 * What counts against it: a word that it does not explain beside the rarest such one, which may be
 * a name or the subject of an issue; the object or the verb of the request, if it does not explain
 * that; and the share of words that were corrected.
 */
const doubt = { missing: 1.15, object: 1, verb: 0.9, corrected: 0.6 }

/**
 * Tools below this do not surely fit. Fitted with the weights to the open and opened use cases over
 * imported APIs and half of the requests that no tool answers: 10 % of those that no tool answers are
 * above it, and 88 % of the others.
 */
const leastEvidence = 3.5

/** A word that stands for another one less surely is no word of the request. */
const own = 0.99

/**
 * Whether one of the best tools surely does what is asked for, by how far names and words explain each other. Values are data and need no
 * explanation; a mistyped word counts as the one that it stands for.
 */
export const judgeFit = (
  index: SearchIndex,
  resolved: Resolved,
  scored: readonly Pick<ScoredTool, 'position'>[],
): boolean => {
  const { query, plan, toolkits, signals } = resolved
  const weights = new Map(
    [...weighWords(index, query, plan)].filter(
      ([word]) => (query.words.get(word) ?? 0) > valueWeight,
    ),
  )
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
  const shareOf = (words: Iterable<[word: string, strength: number]>): number => {
    let sum = 0
    for (const [word, strength] of words) sum += strength * (weights.get(word) ?? 0)
    return total === 0 ? 0 : sum / total
  }
  const length = evidence.words * Math.log(1 + weights.size)
  const corrected = shareOf([...plan.corrected].map((word) => [word, 1]))
  const rarest = rarestOf(index)
  const shares = new Map([...weights].map(([word, weight]) => [word, weight / rarest]))
  let most = 0
  for (const { position } of scored.slice(0, judgedTools)) {
    const place = toolAt(index, position)
    const known = explainedWords(query, plan, place)
    const { name, request } = signals.of(place)
    const surely = [...known].filter(([, strength]) => strength >= own)
    most = Math.max(
      most,
      evidence.texts * shareOf(surely) +
        evidence.name * name +
        evidence.request * request +
        evidence.toolkit * toolkits.fit(place) +
        length -
        doubt.corrected * corrected -
        doubtOf(query, shares, known),
    )
  }
  return most >= leastEvidence && !lacksApp(index, resolved)
}

/** What the words say against a tool that it does not explain. */
const doubtOf = (
  { object, verb, subject }: Query,
  shares: ReadonlyMap<string, number>,
  explained: ReadonlyMap<string, number>,
): number => {
  let [most, second] = [0, 0]
  const missingOf = (word: string | undefined): number =>
    word === undefined ? 0 : (shares.get(word) ?? 0) * (1 - (explained.get(word) ?? 0))
  for (const word of shares.keys()) {
    if (subject().has(word)) continue
    const missing = missingOf(word)
    if (missing > most) [most, second] = [missing, most]
    else if (missing > second) second = missing
  }
  const isVerb = verb !== undefined && verb !== object && shares.has(verb) && actionBits(verb) === 0
  return (
    doubt.missing * second +
    doubt.object * missingOf(object) +
    (isVerb ? doubt.verb * (1 - (explained.get(verb) ?? 0)) : 0)
  )
}

/** The words of the request that a tool has anywhere, or stands for, and how surely. */
const explainedWords = (
  { words }: Query,
  { terms, reasons, corrected }: Plan,
  { segment, tool, at }: ToolPlace,
): Map<string, number> => {
  const explained = new Map<string, number>()
  for (const { word, weight, rarity, wordPositions } of terms) {
    if (impactOf(segment, wordPositions[at] ?? -1, tool) === 0) continue
    for (const original of words.has(word) ? [word] : (reasons.get(word) ?? [])) {
      const strength = corrected.has(original) ? 1 : Math.min(1, weight / rarity)
      explained.set(original, Math.max(explained.get(original) ?? 0, strength))
    }
  }
  return explained
}
