import { closeShare, type Ranked, type SearchResponse } from '../search/index.ts'

const maximumPrimary = 5
const maximumRelated = 5
/** A result below this share shares a word by chance. */
const relatedShare = 0.25

/**
 * What a search shows of the ranked tools: those close to the best, and related ones; below
 * `closeShare` of the best score a result is related, not primary.
 */
export const chooseResults = (
  ranked: Pick<SearchResponse, 'primary' | 'related'>,
): Record<'primary' | 'related', Ranked[]> => {
  const best = ranked.primary[0]?.score ?? 0
  const primary = distinct(ranked.primary)
    .slice(0, maximumPrimary)
    .filter(({ score }) => score >= closeShare * best)
  // Tools that supply the inputs of a matching tool share no words with the use case.
  const steps = ranked.related.filter(({ step }) => step !== undefined)
  const others = [...ranked.primary, ...ranked.related].filter(
    ({ score }) => score >= relatedShare * best,
  )
  return {
    primary,
    related: distinct([...primary, ...steps, ...others]).slice(
      primary.length,
      primary.length + maximumRelated,
    ),
  }
}

/**
 * Keeps the first result for each slug: toolkits may have tools with the same slug, and the
 * session's rules select one.
 */
const distinct = (tools: readonly Ranked[]): Ranked[] => {
  const seen = new Set<string>()
  return tools.filter(({ slug }) => !seen.has(slug) && seen.add(slug))
}
