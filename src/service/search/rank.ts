import type { RankByMeaning, ToolVectors } from './embeddings/rank-by-meaning.ts'
import {
  search,
  type Ranked,
  type SearchIndex,
  type SearchRequest,
  type SearchResponse,
  type ToolFilter,
} from './engine/index.ts'
import { spreadToolkits } from './spread-toolkits.ts'

/**
 * What the tools of a toolkit count whose account is missing: those that can be run at once come
 * before equals, and what is clearly better stays first.
 */
const notReadyWeight = 0.85

/** The part of a project's tools that is ranked. */
export type Narrowed = {
  index: SearchIndex
  filter: ToolFilter
  /** Whether a toolkit's tools can be run at once; default: all. */
  isReady?: ((toolkit: string) => boolean) | undefined
  /** Of the tools that the scope shares with others. */
  vectors?: ToolVectors | undefined
}

export type Found = Pick<SearchResponse, 'related'> & {
  /** The tools that match, best first; no toolkit that was not named fills the beginning. */
  primary: Ranked[]
  /** Whether one of the first surely does what is asked for. */
  fits: () => boolean
}

/** Ranks tools by words, by meaning where there is a model, and by what can be run at once. */
export const createRank =
  (byMeaning: RankByMeaning | undefined) =>
  async (
    { index, filter, isReady, vectors }: Narrowed,
    request: Omit<SearchRequest, 'filter' | 'weightOf'>,
  ): Promise<Found> => {
    const weightOf = isReady && ((toolkit: string) => (isReady(toolkit) ? 1 : notReadyWeight))
    const { useCase } = request
    const { primary, judge, hasSteps, named, related } = search(index, {
      ...request,
      filter,
      weightOf,
    })
    // One vector does not stand for several things.
    const { tools, standsOut } =
      byMeaning && vectors && !(hasSteps && primary.length > 0)
        ? await byMeaning({ tools: vectors, filter, useCase, weightOf }, primary)
        : { tools: primary }
    // The results of several steps take turns already.
    const spread = hasSteps ? tools : spreadToolkits(tools, named)
    return { primary: spread, fits: () => judge(spread, standsOut), related }
  }
