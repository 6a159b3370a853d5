import { z } from 'zod'
import { PlugboardError, type CallOptions } from '../../client/index.ts'
import type { ToolSchema } from '../../contract/index.ts'
import { toolSchema } from '../../contract/session-search.ts'
import type { ToolDefinition } from '../tools/agent-tool.ts'
import { adaptSchema } from './adapt-schema.ts'
import { toAnnotations } from '../tools/tool-annotations.ts'
import type { SessionParts } from './session-parts.ts'

/** The maximum number of slugs that SVC_GET_TOOL_SCHEMAS accepts per call. */
const chunkSize = 50

const schemasData = z.object({
  tool_schemas: z.record(z.string(), toolSchema),
  /** Requested slugs that their tools had before, with the present ones. */
  renamed: z.record(z.string(), z.string()).optional(),
})

/**
 * Fetches the complete schemas of tools, by the requested slug, which may be an alias. The answer
 * omits tools that the session does not have.
 */
export const fetchToolDefinitions = async (
  parts: SessionParts,
  slugs: readonly string[],
  options: CallOptions,
): Promise<Map<string, ToolDefinition>> => {
  const chunks = Array.from({ length: Math.ceil(slugs.length / chunkSize) }, (_, index) =>
    slugs.slice(index * chunkSize, (index + 1) * chunkSize),
  )
  const fetched = await Promise.all(chunks.map((chunk) => fetchChunk(parts, chunk, options)))
  return new Map(fetched.flat())
}

const fetchChunk = async (
  parts: SessionParts,
  slugs: string[],
  options: CallOptions,
): Promise<[string, ToolDefinition][]> => {
  const body = { slug: 'SVC_GET_TOOL_SCHEMAS', arguments: { tool_slugs: slugs } }
  const { data, error } = await parts.core.client.sessions.executeMeta(
    { params: { session_id: parts.core.id }, body },
    options,
  )
  // An error in addition to `tool_schemas` only means that no tool was found.
  const parsed = schemasData.safeParse(data)
  if (!parsed.success) {
    throw new PlugboardError(
      'unexpected_answer',
      `No schemas of ${slugs.join(', ')}: ${error ?? 'the answer has no "tool_schemas"'}`,
      { cause: parsed.error },
    )
  }
  const { tool_schemas: schemas, renamed = {} } = parsed.data
  const definitions = new Map(
    Object.values(schemas).flatMap((schema) => {
      const definition = toDefinition(parts, adaptSchema(parts, schema))
      return definition ? [[definition.slug, definition] as const] : []
    }),
  )
  return slugs.flatMap((slug) => {
    const definition = definitions.get(slug) ?? definitions.get(renamed[slug] ?? '')
    return definition ? [[slug, definition] as [string, ToolDefinition]] : []
  })
}

/**
 * Converts a schema to a tool definition, or returns undefined if the answer only holds a reference
 * to the schema.
 */
export const toDefinition = (
  { localTools }: Pick<SessionParts, 'localTools'>,
  schema: ToolSchema,
): ToolDefinition | undefined =>
  schema.input_schema && {
    slug: schema.tool_slug,
    description: schema.description ?? '',
    inputSchema: schema.input_schema,
    outputSchema: schema.output_schema,
    annotations:
      localTools.get(schema.tool_slug)?.tool.annotations ?? toAnnotations(schema.tags ?? []),
    approval: schema.approval,
    untrusted: !localTools.has(schema.tool_slug),
  }
