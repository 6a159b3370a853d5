import type { SearchResponse, ToolSchema } from '../../contract/session-search.ts'
import type { Catalog } from '../catalog/index.ts'
import type { RecordActivity } from '../endpoint/index.ts'
import type { Clock } from '../platform/clock.ts'
import { toIndexing, type EnrichmentState, type Search } from '../search/index.ts'
import { describeConnections } from './describe-connections.ts'
import { findTool, findTools } from './find-tool.ts'
import { toNextSteps } from './next-steps.ts'
import type { OpenSession } from './open-session.ts'
import type { Plans } from '../plans/index.ts'
import { rankUseCases, type RankingParts, type SearchQuery } from './rank-use-cases.ts'
import { readConnections } from './session-connections.ts'
import { toTimeInfo } from './time-info.ts'
import { toCustomSchema, toFoundSchema } from './to-tool-schema.ts'

/** With `explain`, each result lists the words and fields of its rank. */
export type SearchSession = (
  session: OpenSession,
  queries: SearchQuery[],
  options: { signal: AbortSignal; explain?: boolean | undefined },
) => Promise<SearchResponse>

type Parts = RankingParts & {
  search: Pick<Search, 'inTurn'>
  catalog: Catalog
  plans: Plans
  clock: Clock
  recordActivity: RecordActivity
}

/** Searches a session's tools for each use case (spec 4.7). */
export const createSearchSession =
  (parts: Parts): SearchSession =>
  async (session, queries, { signal, explain = false }) => {
    const startedAt = performance.now()
    const connections = await readConnections(parts.accounts, session)
    const { found, index } = await parts.search.inTurn(session.project.id, signal, () =>
      rankUseCases(parts, session, queries, { explain, isReady: connections.isReady }),
    )
    const results = await parts.plans.addTo(session.project, found, (slug) =>
      findAllowedTool(parts.catalog, session, slug),
    )
    parts.recordActivity(session.project, {
      type: 'search',
      outcome: results.some(({ error }) => error === null) ? 'success' : 'error',
      text: queries.map((query) => query.use_case).join('; '),
      user_id: session.config.user_id,
      session_id: session.id,
      duration_ms: Math.round(performance.now() - startedAt),
    })
    const failures = results.filter(({ error }) => error !== null)
    const toolkits = [...new Set(results.flatMap((result) => result.toolkits))]
    const statuses = await describeConnections(connections, session, toolkits)
    const schemas = await describeTools(parts.catalog, session, results)
    return {
      success: failures.length === 0,
      error:
        failures.length === 0
          ? null
          : `${failures.length} of ${results.length} searches failed: ${[...new Set(failures.map(({ error }) => error))].join('; ')}`,
      results,
      toolkit_connection_statuses: statuses,
      tool_schemas: schemas,
      time_info: toTimeInfo(parts.clock.now(), session.extras.userTimezone),
      session: {
        id: session.id,
        generate_id: false,
        instructions:
          'Pass this session on in every call; it already holds the user and the accounts.',
      },
      next_steps_guidance: [
        ...(index && !index.isComplete ? [stillIndexing] : []),
        ...toNextSteps(session, results, statuses, schemas),
      ],
      ...toIndexing(index),
      ...(explain && index?.enrichment && { enrichment: toEnrichment(index.enrichment) }),
    }
  }

const toEnrichment = ({
  enriched,
  waiting,
  failed,
}: EnrichmentState): SearchResponse['enrichment'] => ({
  enriched_tools: enriched,
  waiting_tools: waiting,
  failed_tools: failed,
})

/** A plan must name only tools that the session's other endpoints allow. */
const findAllowedTool = async (catalog: Catalog, session: OpenSession, slug: string) => {
  const verdict = await findTool(catalog, session, slug)
  return verdict.is === 'allowed' ? verdict.tool : undefined
}

type Result = SearchResponse['results'][number]

const stillIndexing =
  'Tools of this project are still being indexed, so some may be missing here; search again in a moment.'

const describeTools = async (
  catalog: Catalog,
  session: OpenSession,
  results: Result[],
): Promise<SearchResponse['tool_schemas']> => {
  const primary = new Set(results.flatMap((result) => result.primary_tool_slugs))
  const slugs = [
    ...new Set(
      results.flatMap((result) => [...result.primary_tool_slugs, ...result.related_tool_slugs]),
    ),
  ]
  const schemas: Record<string, ToolSchema> = {}
  const verdicts = await findTools(catalog, session, slugs)
  for (const [index, slug] of slugs.entries()) {
    const verdict = verdicts[index]
    if (verdict?.is === 'custom') schemas[slug] = toCustomSchema(session, verdict.custom)
    if (verdict?.is === 'allowed')
      schemas[slug] = toFoundSchema(session, verdict.tool, primary.has(slug))
  }
  return schemas
}
