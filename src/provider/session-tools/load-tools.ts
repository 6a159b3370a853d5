import { z } from 'zod'
import { PlugboardError, type CallOptions } from '../../client/index.ts'
import { toolSchema, type ToolSchema } from '../../contract/session-search.ts'
import type { SessionTools } from '../../contract/session-tools.ts'
import { tool, type Tool } from '../../contract/tools.ts'
import type { KnownTools, SessionCore } from '../session/session-core.ts'
import { findCached, keepCached } from './definition-cache.ts'
import type { SessionParts } from './session-parts.ts'

type Parts = Pick<SessionParts, 'core'>

/** What the service answered: the meta tools, and definitions by the requested slug. */
type LoadedTools = { items: Tool[] | undefined; schemas: Map<string, ToolSchema> }

type Wanted = { slugs: readonly string[]; meta: boolean }

/** The name under which the list of meta tools is cached; no slug is empty. */
const metaName = ''

/** Slugs of one request, whose address holds them. */
const chunkSize = 50

/**
 * Returns definitions of a session's tools, which omit tools that the session does not have. Asks
 * the service for those alone that are not cached, or whether the cached ones are still current if
 * it was not asked for longer than the cache allows.
 */
export const loadTools = async (
  parts: Parts,
  wanted: Wanted,
  options: CallOptions,
): Promise<LoadedTools> => {
  const { core } = parts
  await keepGiven(core)
  const { etag, askedAt } = core.tools
  const cached = await findAll(core, wanted)
  const missing = wanted.slugs.filter((slug) => !cached.schemas.has(slug))
  const isComplete = missing.length === 0 && !(wanted.meta && !cached.items)
  const isFresh = Date.now() - askedAt <= (core.caching?.maximumAgeMs ?? 0)
  if (isComplete && isFresh && etag !== undefined) return cached

  const answer = await ask(core, missing, options, isComplete ? etag : undefined)
  if (!answer) return cached
  if (isFresh || core.tools.etag === etag) return merge(cached, answer)
  const rest = wanted.slugs.filter((slug) => cached.schemas.has(slug))
  const again = rest.length === 0 ? undefined : await ask(core, rest, options)
  return again ? merge(answer, again) : answer
}

/** Keeps definitions that came with another answer, which was asked for at this time. */
export const keepDefinitions = async (
  core: SessionCore,
  { definitions, tools_etag: etag }: Pick<SessionTools, 'tools_etag'> & Definitions,
  askedAt: number,
): Promise<void> => {
  if (!definitions || etag === undefined || !core.caching) return
  learn(core, { etag, askedAt })
  await keepCached(core.caching, etag, Object.entries(definitions))
}

/** An answer to an earlier request than the last one, such as one before an update, is outdated. */
const learn = (core: SessionCore, answered: Partial<KnownTools> & { askedAt: number }): void => {
  if (answered.askedAt >= core.tools.askedAt) core.tools = { ...core.tools, ...answered }
}

type Definitions = { definitions?: Record<string, ToolSchema> | undefined }

/** What came with the session is kept when tools are first asked for: until then nobody needs it. */
const keepGiven = async (core: SessionCore): Promise<void> => {
  const { given, ...tools } = core.tools
  if (!given) return
  core.tools = tools
  await keep(core, given, [])
}

const keep = async (
  core: SessionCore,
  answer: SessionTools,
  asked: readonly string[],
): Promise<LoadedTools> => {
  const schemas = toSchemas(answer, asked)
  if (core.caching && answer.tools_etag !== undefined)
    await keepCached(core.caching, answer.tools_etag, [[metaName, answer.items], ...schemas])
  return { items: answer.items, schemas }
}

/** Slugs that were asked for by a former name are found by both. */
const toSchemas = (
  { tool_schemas: given = {}, renamed = {} }: SessionTools,
  asked: readonly string[],
): Map<string, ToolSchema> => {
  const schemas = new Map(Object.entries(given))
  for (const slug of [...asked, ...Object.keys(renamed)]) {
    const schema = given[slug] ?? given[renamed[slug] ?? '']
    if (schema) schemas.set(slug, schema)
  }
  return schemas
}

const findAll = async (core: SessionCore, { slugs, meta }: Wanted): Promise<LoadedTools> => {
  const { etag } = core.tools
  if (!core.caching || etag === undefined) return { items: undefined, schemas: new Map() }
  const [schemas, lists] = await Promise.all([
    findCached(core.caching, etag, slugs, (value) => toolSchema.safeParse(value).data),
    meta
      ? findCached(core.caching, etag, [metaName], (value) => metaTools.safeParse(value).data)
      : new Map<string, Tool[]>(),
  ])
  return { items: lists.get(metaName), schemas }
}

const metaTools = z.array(tool)

/** Undefined: what has the ETag is still current. */
const ask = async (
  core: SessionCore,
  slugs: readonly string[],
  { signal, timeoutMs }: CallOptions,
  ifNoneMatch?: string,
): Promise<LoadedTools | undefined> => {
  const askedAt = Date.now()
  const params = { session_id: core.id }
  const chunks = Array.from({ length: Math.max(1, Math.ceil(slugs.length / chunkSize)) }, (_, at) =>
    slugs.slice(at * chunkSize, (at + 1) * chunkSize),
  )
  const askChunk = async (chunk: readonly string[]): Promise<LoadedTools> => {
    const query = chunk.length === 0 ? {} : { tool_slugs: [...chunk] }
    const answer = await core.client.sessions.tools(
      { params, query },
      { signal, timeoutMs, ifNoneMatch },
    )
    learn(core, { etag: answer.tools_etag, askedAt })
    const loaded = await keep(core, answer, chunk)
    const rest = answer.left_out ?? []
    const isLess = rest.length > 0 && rest.length < chunk.length
    return isLess ? merge(loaded, await askChunk(rest)) : loaded
  }
  try {
    return (await Promise.all(chunks.map(askChunk))).reduce(merge)
  } catch (error) {
    if (!(error instanceof PlugboardError) || error.slug !== 'not_modified') throw error
    learn(core, { askedAt })
    return undefined
  }
}

const merge = (one: LoadedTools, other: LoadedTools): LoadedTools => ({
  items: other.items ?? one.items,
  schemas: new Map([...one.schemas, ...other.schemas]),
})
