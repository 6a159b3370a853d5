import type { Finder, Found } from './finders.ts'
import type { UseCase } from './read-cases.ts'

/** How well one use case was answered, each from 0 to 1. */
export type Judged = {
  case: UseCase
  found: Found
  /** Whether the first tool does a step of it. */
  first: number
  /** The share of its steps that a tool among the first five does. */
  firstFive: number
  ndcg: number
  /** Nothing does it, and yet the search claims that something fits. */
  needless: number
  /** Something does it, and yet the search says that nothing fits. */
  empty: number
}

export const measureCases = async (
  finder: Finder,
  cases: readonly UseCase[],
): Promise<Judged[]> => {
  const judged: Judged[] = []
  for (const useCase of cases) judged.push(judge(useCase, await finder.find(useCase.text, 10)))
  return judged
}

const judge = (useCase: UseCase, found: Found): Judged => {
  const { steps } = useCase
  const ranked = [...new Set(found.slugs)]
  const isNone = steps.length === 0
  const five = new Set(ranked.slice(0, 5))
  const done = steps.filter(({ right }) => right.some((slug) => five.has(slug))).length
  const best = ranked[0]
  return {
    case: useCase,
    found,
    first: best !== undefined && steps.some(({ right }) => right.includes(best)) ? 1 : 0,
    firstFive: isNone ? 0 : done / steps.length,
    ndcg: isNone ? 0 : gainOf(useCase, ranked),
    needless: isNone && found.fits ? 1 : 0,
    empty: !isNone && !found.fits ? 1 : 0,
  }
}

/** Right tools gain 3, acceptable ones 1, discounted by log2 of the rank; 1 is the best order. */
export const gainOf = ({ steps }: Pick<UseCase, 'steps'>, ranked: readonly string[]): number => {
  const gains = new Map<string, number>()
  for (const { also } of steps) for (const slug of also) gains.set(slug, 1)
  for (const { right } of steps) for (const slug of right) gains.set(slug, 3)
  const sum = (values: readonly number[]) =>
    values.slice(0, 10).reduce((total, gain, rank) => total + gain / Math.log2(rank + 2), 0)
  return (
    sum(ranked.map((slug) => gains.get(slug) ?? 0)) /
    sum([...gains.values()].toSorted((a, b) => b - a))
  )
}

export type Figures = Pick<Judged, 'first' | 'firstFive' | 'ndcg' | 'needless' | 'empty'> & {
  cases: number
}

export const averageOf = (judged: readonly Judged[]): Figures => {
  const mean = (name: 'first' | 'firstFive' | 'ndcg' | 'needless' | 'empty') =>
    judged.reduce((sum, one) => sum + one[name], 0) / Math.max(1, judged.length)
  return {
    cases: judged.length,
    first: mean('first'),
    firstFive: mean('firstFive'),
    ndcg: mean('ndcg'),
    needless: mean('needless'),
    empty: mean('empty'),
  }
}
