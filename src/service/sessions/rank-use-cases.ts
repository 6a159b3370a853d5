import type { SearchResponse } from '../../contract/session-search.ts'
import type { Accounts } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { IndexState, Ranked, OpenedSearch, Search, UseCase } from '../search/index.ts'
import { chooseResults } from './choose-results.ts'
import { listExecutable } from './list-executable.ts'
import type { OpenSession } from './open-session.ts'
import type { SessionConnections } from './session-connections.ts'
import type { LearnedOutcomes, Observations } from '../plans/index.ts'
import { createTurns, type NextTurn } from './turns.ts'

export type SearchQuery = { use_case: string; known_fields?: string | undefined }

export type RankingParts = {
  search: Pick<Search, 'open'>
  accounts: Accounts
  authConfigs: AuthConfigs
  catalog: Pick<Catalog, 'namesOf'>
  learnedOutcomes: LearnedOutcomes
  observations: Pick<Observations, 'noteSearch'>
  clock: Clock
  log: Log
}

type Result = SearchResponse['results'][number]
type Prepared = {
  opened: OpenedSearch
  /** One for each query. */ words: string[][]
  boosts: Map<string, number>[]
}

/**
 * The tools of a session that match each use case, and how much of the index existed.
 */
export const rankUseCases = async (
  parts: RankingParts,
  session: OpenSession,
  queries: readonly SearchQuery[],
  { explain, isReady }: { explain: boolean; isReady: SessionConnections['isReady'] },
): Promise<{ found: Result[]; index: IndexState | undefined }> => {
  const nextTurn = createTurns()
  const preparing = prepare(parts, { session, isReady }, queries, nextTurn)
  const found = await Promise.all(
    queries.map((query, position) =>
      rankOne(parts, session, { preparing, nextTurn }, query, position, explain),
    ),
  )
  const index = await preparing.then(
    ({ opened }) => opened.index,
    () => undefined,
  )
  return { found, index }
}

const prepare = async (
  parts: RankingParts,
  { session, isReady }: { session: OpenSession; isReady: SessionConnections['isReady'] },
  queries: readonly SearchQuery[],
  nextTurn: NextTurn,
): Promise<Prepared> => {
  const opened = await parts.search.open(session.project, {
    toolkits: session.everyToolkit,
    rules: session.policy,
    only: await listExecutable(parts, session),
    extraTools: session.searchableCustom,
    isReady,
  })
  const words: string[][] = []
  for (const { use_case } of queries) {
    await nextTurn()
    words.push(opened.knownWords(use_case))
  }
  return { opened, words, boosts: await parts.learnedOutcomes(session.project, words) }
}

const rankOne = async (
  parts: RankingParts,
  session: OpenSession,
  { preparing, nextTurn }: { preparing: Promise<Prepared>; nextTurn: NextTurn },
  query: SearchQuery,
  position: number,
  explain: boolean,
): Promise<Result> => {
  const empty = {
    index: position + 1,
    use_case: query.use_case,
    primary_tool_slugs: [],
    related_tool_slugs: [],
    toolkits: [],
  }
  try {
    const { opened, words, boosts } = await preparing
    const useCase: UseCase = {
      useCase: query.use_case,
      ...(query.known_fields !== undefined && { knownFields: query.known_fields }),
      ...(boosts[position] && { boosts: boosts[position] }),
    }
    await nextTurn()
    const ranked = await opened.rank(useCase)
    const { primary, related } = chooseResults(ranked)
    const shown = [...primary, ...related]
    const slugs = shown.map(({ slug }) => slug)
    parts.observations.noteSearch(session, {
      words: words[position] ?? [],
      tools: slugs,
      searchedAt: timestamp(parts.clock),
    })
    return {
      ...empty,
      primary_tool_slugs: primary.map(({ slug }) => slug),
      ...(primary.length > 0 && { fits: ranked.fits }),
      related_tool_slugs: related.map(({ slug }) => slug),
      toolkits: [
        ...new Set(
          shown.flatMap(({ slug, toolkit }) =>
            session.customTools.get(slug)?.toolkit === null ? [] : [toolkit],
          ),
        ),
      ],
      error: null,
      ...(explain && {
        explanations: await explainAll(opened, useCase, shown, nextTurn),
      }),
    }
  } catch (error) {
    parts.log.error({ err: error, sessionId: session.id }, 'A search could not be executed')
    return { ...empty, error: 'the search could not be executed' }
  }
}

type Explanations = NonNullable<Result['explanations']>

const explainAll = async (
  opened: OpenedSearch,
  useCase: UseCase,
  shown: readonly Ranked[],
  nextTurn: NextTurn,
): Promise<Explanations> => {
  await nextTurn()
  const explain = opened.explainer(useCase)
  return shown.flatMap((tool) => toExplanation(explain, useCase, tool))
}

const toExplanation = (
  explain: ReturnType<OpenedSearch['explainer']>,
  useCase: UseCase,
  { slug, score }: Ranked,
): Explanations => {
  const explanation = explain(slug)
  if (!explanation) return []
  const learned = useCase.boosts?.get(slug)
  const { useCase: knownUse, ...signals } = explanation.signals
  return [
    {
      tool_slug: slug,
      score,
      words: explanation.words.map(({ word, for: queryWords, fields, score: added }) => ({
        word,
        ...(queryWords && { for: [...queryWords] }),
        fields,
        score: added,
      })),
      signals: { ...signals, known_use: knownUse },
      ...(learned !== undefined && { learned }),
    },
  ]
}
