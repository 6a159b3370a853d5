import { loadOnce } from '../../platform/load-once.ts'
import { loadQueryWords } from '../../search/index.ts'
import type { Plan } from '../plan.ts'
import type { CuratedPlan } from './curated-plan.ts'

/** The share of a phrase's words that a use case must have. */
const minimumShare = 2 / 3

/**
 * Finds the curated plans that match a use case, best first: the words of one of a plan's phrases
 * must occur in it.
 */
export const createCurated = (plans: readonly CuratedPlan[]) => {
  const readPlans = loadOnce(async () => {
    const toQueryWords = await loadQueryWords()
    const known = plans.map((curated) => ({
      plan: toPlan(curated),
      phrases: curated.use_cases.map((phrase) => new Set(toQueryWords(phrase))),
    }))
    return { known, toQueryWords }
  })
  return async (useCase: string): Promise<Plan[]> => {
    if (plans.length === 0) return []
    const { known, toQueryWords } = await readPlans()
    const words = new Set(toQueryWords(useCase))
    return known
      .map(({ plan, phrases }) => ({
        plan,
        ...bestOf(phrases.map((phrase) => matchOf(phrase, words))),
      }))
      .filter(({ share }) => share >= minimumShare)
      .toSorted(
        (a, b) => b.share - a.share || b.shared - a.shared || (a.plan.id < b.plan.id ? -1 : 1),
      )
      .map(({ plan }) => plan)
  }
}

type Match = { share: number; shared: number }

const noMatch: Match = { share: 0, shared: 0 }

const bestOf = (matches: Match[]): Match =>
  matches.reduce(
    (best, match) =>
      match.share > best.share || (match.share === best.share && match.shared > best.shared)
        ? match
        : best,
    noMatch,
  )

const matchOf = (phrase: ReadonlySet<string>, words: ReadonlySet<string>): Match => {
  const shared = [...phrase].filter((word) => words.has(word)).length
  return phrase.size === 0 ? noMatch : { share: shared / phrase.size, shared }
}

const toPlan = ({
  id,
  tools,
  steps,
  pitfalls,
  difficulty,
  guidance,
  snippets,
}: CuratedPlan): Plan => ({
  id,
  tools: [...new Set(tools)],
  steps,
  pitfalls,
  difficulty,
  guidance,
  snippets,
})
