import type { Guides } from '../folds/index.ts'
import type { Asked } from '../folds/measure.ts'
import { scoreRanking } from '../metrics.ts'
import { hasRealApis } from './has-real-apis.ts'
import { gainOf } from './measure-cases.ts'
import { openedSets, readCases, type UseCase } from './read-cases.ts'
import { readCatalogue, toSearchableTools } from './read-catalogue.ts'
import { mixedSources } from './sources.ts'

const catalogue = 'real APIs'

/**
 * The use cases with an answer that the ranking may be tuned on, each set a source of its own;
 * undefined where an API was not collected.
 */
export const readGuides = async (say: (text: string) => void): Promise<Guides | undefined> => {
  if (!(await hasRealApis(say))) return undefined
  const toolkits = await readCatalogue(mixedSources(), say)
  const tools = toolkits.flatMap((toolkit) => toSearchableTools(toolkit))
  const known = new Set(tools.map(({ slug }) => slug))
  const queries: Asked[] = []
  for (const set of ['open', ...openedSets] as const)
    for (const useCase of await readCases(set, known))
      if (useCase.steps.length > 0) queries.push(toAsked(set, useCase))
  return { catalogues: new Map([[catalogue, tools]]), queries }
}

const toAsked = (source: string, { text, steps }: UseCase): Asked => {
  const right = steps.flatMap((step) => step.right)
  return {
    source,
    catalogue,
    query: text,
    score: (ranked) => ({
      ...scoreRanking(ranked, right),
      'nDCG@10': gainOf({ steps }, ranked),
    }),
  }
}
