import { fields } from './fields.ts'
import { readQuery } from './query/read-query.ts'
import { planTerms } from './ranking/plan-terms.ts'
import { findSlug, findPosting, impactScale } from './segment.ts'
import { search, type SearchRequest } from './search.ts'
import type { SearchIndex } from './search-index.ts'

export type Explanation = {
  slug: string
  /**
   * Place among the tools found, 1 is the best; absent where the tool is not among the first
   * `limit`.
   */
  rank?: number
  /** Absent with `rank`. */
  score?: number
  /**
   * What each word added, most first; the rest of the score comes from words beside each other,
   * steps and experience.
   */
  words: ExplainedWord[]
}

export type ExplainedWord = {
  /** As the index knows it: without its ending. */
  word: string
  /** The words of the use case it was looked up for, where it is none of them itself. */
  for?: readonly string[]
  fields: string[]
  score: number
}

/**
 * Which words, in which fields, gave a tool its rank; undefined where the index has no such tool.
 */
export const explain = (
  index: SearchIndex,
  request: SearchRequest,
  slug: string,
): Explanation | undefined => {
  const at = index.segments.findLastIndex(({ segment }) => findSlug(segment, slug) !== undefined)
  const placed = index.segments[at]
  const tool = placed && findSlug(placed.segment, slug)
  if (!placed || tool === undefined) return undefined

  const query = readQuery(request.useCase, request.knownFields)
  const { terms, reasons } = planTerms(index, query)
  const { segment } = placed
  const words = terms.flatMap(({ word, weight, places }): ExplainedWord[] => {
    const place = places[at]
    const posting = place === undefined ? -1 : findPosting(segment, place, tool)
    if (posting < 0) return []
    const where = fields
      .filter((_, field) => ((segment.fields[posting] ?? 0) & (1 << field)) !== 0)
      .map(({ name }) => name)
    const said = reasons.get(word)
    return [
      {
        word,
        ...(said && !query.words.has(word) && { for: said }),
        fields: where,
        score: (weight * (segment.impacts[posting] ?? 0)) / impactScale,
      },
    ]
  })
  /** A word meant instead of others counts only beyond those that the tool has itself. */
  const beyondSaid = ({ score, for: said = [] }: ExplainedWord): number =>
    Math.max(
      0,
      score -
        Math.max(0, ...words.filter(({ word }) => said.includes(word)).map((each) => each.score)),
    )
  const counted = words
    .map((each) => ({ ...each, score: beyondSaid(each) }))
    .filter(({ score }) => score > 0)
  const { primary } = search(index, { ...request, relatedLimit: 0 })
  const place = primary.findIndex((ranked) => ranked.slug === slug)
  const found = primary[place]
  return {
    slug,
    ...(found && { rank: place + 1, score: found.score }),
    words: counted.toSorted((a, b) => b.score - a.score),
  }
}
