import type { CallOptions } from '../../client/index.ts'
import type { SearchAnswer } from '../../contract/index.ts'
import { toAgentTool, type AgentTool, type ToolDefinition } from '../tools/agent-tool.ts'
import { fetchToolDefinitions, toDefinition } from './fetch-tool-definitions.ts'
import { adaptSchema } from './adapt-schema.ts'
import type { ToolSource } from './tool-source.ts'

/** What is to be done, in words; `known_fields` holds hints such as `repo:engine, owner:ada`. */
export type UseCase = { use_case: string; known_fields?: string | undefined }
export type UseCases = string | readonly (string | UseCase)[]

/**
 * The answer of the service, and the found tools ready for use: the primary ones of every use case,
 * then the related ones.
 */
export type SearchOutcome = SearchAnswer & { tools: AgentTool[] }

export type SearchOptions = CallOptions & {
  /** At most so many tools in `tools`; the rest of the answer is not cut. */
  limit?: number | undefined
}

/** Searches, and completes every tool that the answer names without its whole schema. */
export const searchTools = async (
  source: ToolSource,
  useCases: UseCases,
  { limit, ...options }: SearchOptions,
): Promise<SearchOutcome> => {
  const input = {
    params: { session_id: source.session.id },
    body: { queries: toQueries(useCases) },
  }
  const found = await source.client.sessions.search(input, options)
  const answer = {
    ...found,
    tool_schemas: Object.fromEntries(
      Object.entries(found.tool_schemas).map(([slug, schema]) => [
        slug,
        adaptSchema(source, schema),
      ]),
    ),
  }
  const given = Object.values(answer.tool_schemas).flatMap(
    (schema) => toDefinition(source, schema) ?? [],
  )
  const slugs = toOrderedSlugs(answer).slice(0, limit)
  const missing = slugs.filter((slug) => !given.some((definition) => definition.slug === slug))
  const definitions = bySlug([...given, ...(await fetchToolDefinitions(source, missing, options))])
  const tools = slugs
    .flatMap((slug) => definitions.get(slug) ?? [])
    .map((definition) => toAgentTool(source, definition))
  return { ...answer, tools }
}

const toQueries = (useCases: UseCases): UseCase[] =>
  (typeof useCases === 'string' ? [useCases] : useCases).map((useCase) =>
    typeof useCase === 'string' ? { use_case: useCase } : useCase,
  )

const toOrderedSlugs = ({ results }: SearchAnswer): string[] => [
  ...new Set([
    ...results.flatMap((result) => result.primary_tool_slugs),
    ...results.flatMap((result) => result.related_tool_slugs),
  ]),
]

const bySlug = (definitions: ToolDefinition[]): Map<string, ToolDefinition> =>
  new Map(definitions.map((definition) => [definition.slug, definition]))
