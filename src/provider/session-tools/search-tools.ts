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
import { toTool, wantsSelect } from './to-tool.ts'

/**
 * Searches, and fetches the complete schema of every tool for which the answer only holds a
 * reference.
 */
export const searchTools = async (
  source: ToolSource,
  useCases: UseCases,
  { limit, select, ...options }: SearchOptions,
): Promise<SearchOutcome> => {
  const input = {
    params: { session_id: source.core.id },
    body: { queries: toQueries(useCases) },
  }
  const found = await source.core.client.sessions.search(input, options)
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
  // Answers hold no output schemas, which say what there is to select.
  const isKnown = (slug: string) => given.some((definition) => definition.slug === slug)
  const missing = wantsSelect(source, select) ? slugs : slugs.filter((slug) => !isKnown(slug))
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
