import type { CallOptions } from '../../client/index.ts'
import type { ToolSchema } from '../../contract/index.ts'
import type { ToolDefinition } from '../tools/agent-tool.ts'
import { adaptSchema } from './adapt-schema.ts'
import { loadTools } from './load-tools.ts'
import { toAnnotations } from '../tools/tool-annotations.ts'
import type { SessionParts } from './session-parts.ts'

/**
 * Returns the complete definitions of tools, by the requested slug, which may be an alias. Tools
 * that the session does not have are missing.
 */
export const fetchToolDefinitions = async (
  parts: SessionParts,
  slugs: readonly string[],
  options: CallOptions,
): Promise<Map<string, ToolDefinition>> => {
  if (slugs.length === 0) return new Map()
  const { schemas } = await loadTools(parts, { slugs, meta: false }, options)
  return new Map(
    slugs.flatMap((slug) => {
      const schema = schemas.get(slug)
      const definition = schema && toDefinition(parts, adaptSchema(parts, schema))
      return definition ? [[slug, definition] as const] : []
    }),
  )
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
