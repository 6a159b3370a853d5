import type { SearchResponse } from '../../contract/index.ts'
import type { ToolDefinition } from '../tools/agent-tool.ts'
import { fetchToolDefinitions, toDefinition } from './fetch-tool-definitions.ts'
import type {
  SearchOptions,
  SearchOutcome,
  UseCase,
  UseCases,
} from '../session/session-operations.ts'
import { adaptSchema } from './adapt-schema.ts'
import type { ToolSource } from './session-parts.ts'
import { keepDefinitions } from './load-tools.ts'
import { toTool } from './to-tool.ts'

/**
 * Searches. The complete definitions of the found tools come with the answer.
 */
export const searchTools = async (
  source: ToolSource,
  useCases: UseCases,
  { limit, select, ...options }: SearchOptions,
): Promise<SearchOutcome> => {
  const input = {
    params: { session_id: source.core.id },
    body: { queries: toQueries(useCases), definitions: true },
  }
  const askedAt = Date.now()
  const {
    definitions: complete,
    tools_etag,
    ...found
  } = await source.core.client.sessions.search(input, options)
  await keepDefinitions(source.core, { definitions: complete, tools_etag }, askedAt)
  const answer = {
    ...found,
    tool_schemas: Object.fromEntries(
      Object.entries(found.tool_schemas).map(([slug, schema]) => [
        slug,
        adaptSchema(source, schema),
      ]),
    ),
  }
  const given = Object.values(complete ?? {}).flatMap(
    (schema) => toDefinition(source, adaptSchema(source, schema)) ?? [],
  )
  const slugs = toOrderedSlugs(answer).slice(0, limit)
  // Of very many tools, the answer leaves some out.
  const isKnown = (slug: string) => given.some((definition) => definition.slug === slug)
  const missing = slugs.filter((slug) => !isKnown(slug))
  const fetched = await fetchToolDefinitions(source, missing, options)
  const definitions = bySlug([...given, ...fetched.values()])
  const tools = slugs
    .flatMap((slug) => definitions.get(slug) ?? [])
    .map((definition) => toTool(source, definition, select))
  return { ...answer, tools }
}

const toQueries = (useCases: UseCases): UseCase[] =>
  (typeof useCases === 'string' ? [useCases] : useCases).map((useCase) =>
    typeof useCase === 'string' ? { use_case: useCase } : useCase,
  )

const toOrderedSlugs = ({ results }: SearchResponse): string[] => [
  ...new Set([
    ...results.flatMap((result) => result.primary_tool_slugs),
    ...results.flatMap((result) => result.related_tool_slugs),
  ]),
]

const bySlug = (definitions: ToolDefinition[]): Map<string, ToolDefinition> =>
  new Map(definitions.map((definition) => [definition.slug, definition]))
