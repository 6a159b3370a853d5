import type { SearchAnswer, ToolSchema } from '../../contract/session-search.ts'
import type { Accounts, ChosenAccount } from '../accounts/account.ts'
import type { Catalog, CatalogTool } from '../catalog/catalog.ts'
import { isNoAuth } from '../catalog/view.ts'
import type { Clock } from '../platform/clock.ts'
import type { RankedTool, Search } from '../search/search.ts'
import { accountsOfSession, isUsable } from './session-accounts.ts'
import type { OpenSession } from './session.ts'
import { toCustomSchema, toFoundSchema } from './to-tool-schema.ts'

export type SearchQuery = { use_case: string; known_fields?: string | undefined }

export type SearchSession = (session: OpenSession, queries: SearchQuery[]) => Promise<SearchAnswer>

const maximumPrimary = 5
const maximumRelated = 5
/** A result this much weaker than the best is related, not meant. */
const primaryShare = 0.5

type Parts = { search: Search; catalog: Catalog; accounts: Accounts; clock: Clock }

/** Answers what a session's tools can do for each use case (4.7). */
export const createSearchSession =
  (parts: Parts): SearchSession =>
  async (session, queries) => {
    const results = await Promise.all(queries.map((query, index) => searchOne(parts, session, query, index + 1)))
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
      time_info: timeInfo(parts.clock.now()),
      session: { id: session.id, generate_id: false, instructions: 'Pass this session on in every call; it already holds the user and the accounts.' },
      next_steps_guidance: nextSteps(session, results, connections, schemas),
    }
  }

type Result = SearchAnswer['results'][number]

const searchOne = async ({ search }: Parts, session: OpenSession, query: SearchQuery, index: number): Promise<Result> => {
  const empty = { index, use_case: query.use_case, primary_tool_slugs: [], related_tool_slugs: [], toolkits: [] }
  try {
    const toolkits = [...session.toolkits].map(([slug, { version }]) => ({ slug, version }))
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

const describeConnections = async (accounts: Accounts, session: OpenSession, slugs: string[]): Promise<SearchAnswer['toolkit_connection_statuses']> => {
  const connected = await accounts.listOfUser(session.project, session.config.user_id, slugs)
  return slugs.flatMap((slug): SearchAnswer['toolkit_connection_statuses'] => {
    const toolkit = session.toolkits.get(slug)
    if (!toolkit) return []
    const { name, description } = toolkit.definition
    const status = { toolkit: slug, description: description || name }
    if (isNoAuth(toolkit)) return [{ ...status, has_active_connection: true, status_message: `${name} needs no connection` }]
    const active = accountsOfSession(session, slug, connected).find(isUsable)
    if (!active) return [{ ...status, has_active_connection: false, status_message: `The user has not connected ${name}; connect an account before using its tools` }]
    return [{ ...status, has_active_connection: true, connection_details: toDetails(active), status_message: `${name} is connected` }]
  })
}

const toDetails = ({ account, authConfig }: ChosenAccount): Record<string, unknown> => ({
  connected_account_id: account.id,
  status: account.status,
  auth_scheme: authConfig.scheme.mode,
})

const describeTools = async (catalog: Catalog, session: OpenSession, results: Result[]): Promise<SearchAnswer['tool_schemas']> => {
  const primary = new Set(results.flatMap((result) => result.primary_tool_slugs))
  const slugs = [...new Set(results.flatMap((result) => [...result.primary_tool_slugs, ...result.related_tool_slugs]))]
  const schemas: Record<string, ToolSchema> = {}
  for (const slug of slugs) {
    const custom = session.customTools.get(slug)
    const tool = custom ? undefined : await findInSession(catalog, session, slug)
    if (custom) schemas[slug] = toCustomSchema(session, custom)
    else if (tool) schemas[slug] = toFoundSchema(session, tool, primary.has(slug))
  }
  return schemas
}

const findInSession = async (catalog: Catalog, session: OpenSession, slug: string): Promise<CatalogTool | undefined> => {
  const owner = await catalog.toolkitOfTool(session.project, slug)
  const toolkit = owner === undefined ? undefined : session.toolkits.get(owner)
  return toolkit && catalog.findTool(session.project, slug, toolkit.version)
}

const timeInfo = (now: Date): SearchAnswer['time_info'] => ({
  current_time_utc: now.toISOString(),
  current_time_utc_epoch_seconds: Math.floor(now.getTime() / 1000),
  message: 'Use this time for everything relative, such as "today" or "last week"',
})

const nextSteps = (
  { config, customTools }: OpenSession,
  results: Result[],
  connections: SearchAnswer['toolkit_connection_statuses'],
  schemas: SearchAnswer['tool_schemas'],
): string[] => {
  if (results.every((result) => result.primary_tool_slugs.length === 0)) return ['No tool fits. Search again with other words: name the service, the thing and what is to be done with it.']
  const missing = connections.filter((connection) => !connection.has_active_connection).map(({ toolkit }) => toolkit)
  const asking = Object.values(schemas).filter(({ approval }) => approval === 'required').map((schema) => schema.tool_slug)
  const local = Object.keys(schemas).filter((slug) => customTools.has(slug))
  return [
    ...(missing.length > 0 ? [config.manage_connections.enabled ? `Get links for the user with SVC_MANAGE_CONNECTIONS for: ${missing.join(', ')}.` : `Ask the user to connect: ${missing.join(', ')}.`] : []),
    'Get the schemas of tools that are answered by schemaRef with SVC_GET_TOOL_SCHEMAS.',
    'Run the tools with SVC_MULTI_EXECUTE_TOOL; independent calls go into one call of it.',
    ...(local.length > 0 ? [`Your own application runs these: ${local.join(', ')}.`] : []),
    ...(asking.length > 0 ? [`Each call of these waits for the user's approval: ${asking.join(', ')}.`] : []),
  ]
}
