import type { SearchAnswer, ToolSchema } from '../../contract/session-search.ts'
import type { Accounts } from '../accounts/account.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Clock } from '../platform/clock.ts'
import type { RankedTool, Search } from '../search/search.ts'
import { describeConnections } from './describe-connections.ts'
import { findTool } from './find-tool.ts'
import { toNextSteps } from './next-steps.ts'
import type { OpenSession } from './open-session.ts'
import type { Plans } from './plans/plans.ts'
import { toTimeInfo } from './time-info.ts'
import { toCustomSchema, toFoundSchema } from './to-tool-schema.ts'

export type SearchQuery = { use_case: string; known_fields?: string | undefined }

export type SearchSession = (session: OpenSession, queries: SearchQuery[]) => Promise<SearchAnswer>

const maximumPrimary = 5
const maximumRelated = 5
/** A result this much weaker than the best is related, not meant. */
const primaryShare = 0.5

type Parts = { search: Search; catalog: Catalog; accounts: Accounts; plans: Plans; clock: Clock }

/** Answers what a session's tools can do for each use case (4.7). */
export const createSearchSession =
  (parts: Parts): SearchSession =>
  async (session, queries) => {
    const results = await parts.plans.addTo(session, await Promise.all(queries.map((query, index) => searchOne(parts, session, query, index + 1))))
    const failures = results.filter(({ error }) => error !== null)
    const toolkits = [...new Set(results.flatMap((result) => result.toolkits))]
    const connections = await describeConnections(parts.accounts, session, toolkits)
    const schemas = await describeTools(parts.catalog, session, results)
    return {
      success: failures.length === 0,
      error: failures.length === 0 ? null : `${failures.length} of ${results.length} searches failed: ${[...new Set(failures.map(({ error }) => error))].join('; ')}`,
      results,
      toolkit_connection_statuses: connections,
      tool_schemas: schemas,
      time_info: toTimeInfo(parts.clock.now(), session.extras.userTimezone),
      session: { id: session.id, generate_id: false, instructions: 'Pass this session on in every call; it already holds the user and the accounts.' },
      next_steps_guidance: toNextSteps(session, results, connections, schemas),
    }
  }

type Result = SearchAnswer['results'][number]

const searchOne = async ({ search }: Parts, session: OpenSession, query: SearchQuery, index: number): Promise<Result> => {
  const empty = { index, use_case: query.use_case, primary_tool_slugs: [], related_tool_slugs: [], toolkits: [] }
  try {
    const toolkits = session.toolkits.values().map(({ definition, version }) => ({ slug: definition.slug, version }))
    const scope = { toolkits, tools: session.customSummaries, allows: session.policy.allowsTool }
    const words = [query.use_case, ...knownFieldNames(query.known_fields)].join(' ')
    const ranked = await search.rank(session.project, scope, words, maximumPrimary + maximumRelated)
    const primary = ranked.slice(0, maximumPrimary).filter(({ score }) => score >= primaryShare * (ranked[0]?.score ?? 0))
    const related = ranked.slice(primary.length, primary.length + maximumRelated)
    const found = [...new Set(ranked.flatMap(({ tool }) => (session.customTools.get(tool.slug)?.toolkit === null ? [] : [tool.toolkit])))]
    return { ...empty, primary_tool_slugs: primary.map(slugOf), related_tool_slugs: related.map(slugOf), toolkits: found, error: null }
  } catch {
    return { ...empty, error: 'the search could not be carried out' }
  }
}

const slugOf = ({ tool }: RankedTool): string => tool.slug

/** `owner:acme, repo:web` tells what kind of arguments the caller has. */
const knownFieldNames = (fields: string | undefined): string[] => (fields ?? '').split(',').flatMap((pair) => pair.split(':')[0]?.trim() || [])

const describeTools = async (catalog: Catalog, session: OpenSession, results: Result[]): Promise<SearchAnswer['tool_schemas']> => {
  const primary = new Set(results.flatMap((result) => result.primary_tool_slugs))
  const slugs = [...new Set(results.flatMap((result) => [...result.primary_tool_slugs, ...result.related_tool_slugs]))]
  const schemas: Record<string, ToolSchema> = {}
  for (const slug of slugs) {
    const verdict = await findTool(catalog, session, slug)
    if (verdict.is === 'custom') schemas[slug] = toCustomSchema(session, verdict.custom)
    if (verdict.is === 'allowed') schemas[slug] = toFoundSchema(session, verdict.tool, primary.has(slug))
  }
  return schemas
}
