import { z } from 'zod'
import type { ToolSchema } from '../../../contract/session-search.ts'
import { ServiceError } from '../../service-error.ts'
import type { Sessions } from '../session.ts'
import { toCustomSchema, toFullSchema } from '../to-tool-schema.ts'
import { metaTool } from './meta-tool.ts'

export const getToolSchemas = ({ sessions }: { sessions: Sessions }) =>
  metaTool({
    slug: 'SVC_GET_TOOL_SCHEMAS',
    name: 'Get tool schemas',
    description: 'Answers the complete argument and result schemas of tools found by SVC_SEARCH_TOOLS. Call it for every tool that came with a schemaRef before you run the tool.',
    tags: ['readOnlyHint', 'idempotentHint'],
    input: z.object({ tool_slugs: z.array(z.string().min(1)).min(1).max(50).describe('Slugs exactly as the search answered them') }),
    run: async (session, { tool_slugs: slugs }) => {
      const schemas: Record<string, ToolSchema> = {}
      const missing: string[] = []
      const miss = (slug: string) => (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error
        missing.push(slug)
      }
      for (const slug of slugs) {
        const custom = session.customTools.get(slug.toUpperCase())
        if (custom) schemas[custom.slug] = toCustomSchema(session, custom)
        else await sessions.getTool(session, slug).then(({ tool }) => (schemas[tool.definition.slug] = toFullSchema(session, tool)), miss(slug))
      }
      const error = Object.keys(schemas).length === 0 ? `The session has none of these tools: ${missing.join(', ')}. Use slugs that SVC_SEARCH_TOOLS answered.` : null
      return { data: { tool_schemas: schemas, not_found: missing }, error }
    },
  })
