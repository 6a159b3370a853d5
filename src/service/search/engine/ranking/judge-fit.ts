import { actionBits } from '../query/actions.ts'
import { lightness } from '../query/light-words.ts'
import { valueWeight } from '../query/read-query.ts'
import { toolAt, type SearchIndex } from '../search-index.ts'
import { explainWords, type Explained } from './explain-words.ts'
import { isActedOn } from './is-acted-on.ts'
import { lacksApp } from './lacks-app.ts'
import type { Resolved } from './resolve.ts'
import { scoreTools, type ScoredTool } from './score-tools.ts'
import { rarestOf, weighWords } from './signals.ts'

/** How many of the best tools are judged; one that fits is enough. */
export const judgedTools = 5

/**
 * What the signs that a tool does it count: its score, beside what the words of the request could
 * add in any tool; how much of its name the request explains; the share of the request that its
 * names have; how many words there are to find, since it is more if a tool has half of eight words
 * than one of two; and of a translated request, of which much is lost, that its names have a thing
 * of it.
 */
const evidence = { score: 1, name: 1.65, request: 1.8, words: 2.95, translated: 3.2 }

/**
 * What counts against it: the rarest word that it does not explain and that is no name, the second
 * rarest of all, the verb of the request if it does not explain that, and an object that no tool
 * acts on.
 */
const doubt = { plain: 1.4, second: 1.75, verb: 1.05, object: 1.25 }

/**
 * Tools below this do not surely fit. Fitted with the weights to the open and opened use cases over
 * imported APIs and half of the requests that no tool answers, asked of all toolkits and of one: of
 * all, 12 % of the answered ones are below.
 */
const leastEvidence = 5

/** The logarithm of a share is taken from here on. */
const leastShare = 0.01

/**
 * Whether one of the best tools surely does what is asked for, by how far words and names explain
 * each other. Values are data and need no explanation; a mistyped word counts as the one that it
 * stands for.
 */
export const judgeFit = (
  index: SearchIndex,
  resolved: Resolved,
  scored: readonly Pick<ScoredTool, 'position'>[],
): boolean => {
  const { plan, signals } = resolved
  const judged = scored.slice(0, judgedTools).map(({ position }) => position)
  const request = weighRequest(index, resolved)
  const common = commonEvidence(index, resolved, request)
  const largest = plan.terms.reduce((sum, { most }) => sum + most, 0)
  return (
    scoreTools(index, resolved, judged, { depth: judgedTools }).some(({ position, score }) => {
      const place = toolAt(index, position)
      const explained = explainWords(resolved, place)
      return (
        common +
          evidence.score * Math.log(Math.max(leastShare, score / largest)) +
          evidence.name * signals.of(place).name +
          evidenceOf(resolved, request, explained) -
          doubtOf(resolved, request, explained) >=
        leastEvidence
      )
    }) && !lacksApp(index, resolved)
  )
}

/** The words of a request without its values: what each counts, beside the rarest word there is. */
type Request = { shares: ReadonlyMap<string, number>; total: number }

const weighRequest = (index: SearchIndex, { query, plan }: Resolved): Request => {
  const rarest = rarestOf(index)
  const shares = new Map(
    [...weighWords(index, query, plan)].flatMap(([word, weight]) =>
      (query.words.get(word) ?? 0) > valueWeight ? [[word, weight / rarest]] : [],
    ),
  )
  return { shares, total: [...shares.values()].reduce((sum, share) => sum + share, 0) }
}

/** What the request alone says for all tools, or against them. */
const commonEvidence = (
  index: SearchIndex,
  { query: { object }, plan, vocabulary }: Resolved,
  { shares }: Request,
): number => {
  const isStrange =
    object !== undefined &&
    shares.has(object) &&
    ![...plan.reasons.values()].some((words) => words.includes(object)) &&
    !isActedOn(index, vocabulary.find(object))
  return evidence.words * Math.log(1 + shares.size) - (isStrange ? doubt.object : 0)
}

const evidenceOf = (
  { query }: Resolved,
  { shares, total }: Request,
  { inNames }: Explained,
): number => {
  let [named, thing] = [0, 0]
  for (const [word, share] of shares) {
    const strength = inNames.get(word) ?? 0
    named += strength * share
    if (actionBits(word) === 0 && lightness(word) === 1 && !query.names().has(word))
      thing = Math.max(thing, strength)
  }
  return (
    (total === 0 ? 0 : (evidence.request * named) / total) +
    (query.isTranslated ? evidence.translated * thing : 0)
  )
}

/** What the words say against a tool that it does not explain. */
const doubtOf = (
  { query: { object, verb, subject, names } }: Resolved,
  { shares }: Request,
  { anywhere }: Explained,
): number => {
  let [plain, most, second] = [0, 0, 0]
  for (const [word, share] of shares) {
    if (subject().has(word)) continue
    const missing = share * (1 - (anywhere.get(word) ?? 0))
    if (missing > most) [most, second] = [missing, most]
    else if (missing > second) second = missing
    if (!names().has(word)) plain = Math.max(plain, missing)
  }
  const isVerb = verb !== undefined && verb !== object && shares.has(verb) && actionBits(verb) === 0
  return (
    doubt.plain * plain +
    doubt.second * second +
    (isVerb ? doubt.verb * (1 - (anywhere.get(verb) ?? 0)) : 0)
  )
}
