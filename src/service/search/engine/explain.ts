import { fields } from './fields.ts'
import { readQuery } from './query/read-query.ts'
import { resolve, type Resolved } from './ranking/resolve.ts'
import { toFactor, type Signals } from './ranking/signals.ts'
import { vocabularyOf } from './ranking/vocabulary.ts'
import { findSlug, findPosting, impactScale } from './segment.ts'
import { search, type Ranked, type SearchRequest } from './search.ts'
import { placeOf, type SearchIndex } from './search-index.ts'

export type Explanation = {
  slug: string
  /** Rank among the tools found, from 1; absent when the tool is not among the first `limit`. */
  rank?: number
  /** Absent with `rank`. */
  score?: number
  /**
   * The contribution of each word, in descending order; the rest of the score comes from adjacent
   * words, steps and boosts.
   */
  words: ExplainedWord[]
  /** What it is beyond its words. */
  signals: Signals & {
    /** Factor for its toolkit: above 1 where that is named or about the request. */
    toolkit: number
  }
}

type ExplainedWord = {
  /** As indexed, without its ending. */
  word: string
  /** The words of the use case that it expands, if it is not one of them itself. */
  for?: readonly string[]
  fields: string[]
  score: number
}

/**
 * Which words, in which fields, gave a tool its rank; undefined when the tool is not indexed. The
 * request is searched for once, however many of its tools are explained.
 */
export const createExplainer = (
  index: SearchIndex,
  request: SearchRequest,
): ((slug: string) => Explanation | undefined) => {
  const query = readQuery(request.useCase, request.knownFields)
  const resolved = resolve(index, vocabularyOf(index), query)
  const { primary } = search(index, { ...request, relatedLimit: 0 })
  return (slug) => explainTool(index, resolved, primary, slug)
}

const explainTool = (
  index: SearchIndex,
  { query, plan, signals: reader, toolkits }: Resolved,
  primary: readonly Ranked[],
  slug: string,
): Explanation | undefined => {
  const at = index.segments.findLastIndex(({ segment }) => findSlug(segment, slug) !== undefined)
  const placed = index.segments[at]
  const tool = placed && findSlug(placed.segment, slug)
  if (!placed || tool === undefined) return undefined

  const { terms, reasons } = plan
  const place = placeOf(placed, at, tool)
  const signals = { ...reader.of(place), toolkit: toolkits.factor(place) }
  const factor = toFactor(signals) * signals.toolkit
  const { segment } = placed
  const words = terms.flatMap(({ word, weight, wordPositions }): ExplainedWord[] => {
    const wordPosition = wordPositions[at] ?? -1
    const posting = wordPosition < 0 ? -1 : findPosting(segment, wordPosition, tool)
    if (posting < 0) return []
    const where = fields
      .filter((_, field) => ((segment.fields[posting] ?? 0) & (1 << field)) !== 0)
      .map(({ name }) => name)
    const originals = reasons.get(word)
    return [
      {
        word,
        ...(originals && !query.words.has(word) && { for: originals }),
        fields: where,
        score: (weight * (segment.impacts[posting] ?? 0)) / impactScale,
      },
    ]
  })
  /**
   * An expansion counts only as far as it exceeds the tool's score for the words that it expands.
   */
  const beyondOriginals = ({ score, for: originals = [] }: ExplainedWord): number =>
    Math.max(
      0,
      score -
        Math.max(
          0,
          ...words.filter(({ word }) => originals.includes(word)).map((each) => each.score),
        ),
    )
  const counted = words
    .map((each) => ({ ...each, score: factor * beyondOriginals(each) }))
    .filter(({ score }) => score > 0)
  const rank = primary.findIndex((ranked) => ranked.slug === slug)
  const found = primary[rank]
  return {
    slug,
    ...(found && { rank: rank + 1, score: found.score }),
    words: counted.toSorted((a, b) => b.score - a.score),
    signals,
  }
}
