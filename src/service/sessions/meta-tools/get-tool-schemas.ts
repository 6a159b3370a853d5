import { z } from 'zod'
import type { ToolSchema } from '../../../contract/sessions.ts'
import { ServiceError } from '../../service-error.ts'
import type { Sessions } from '../session.ts'
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
      for (const slug of slugs) {
        try {
          const { tool } = await sessions.getTool(session, slug)
          const { definition } = tool
          schemas[definition.slug] = {
            toolkit: tool.toolkit,
            tool_slug: definition.slug,
            description: definition.description,
            input_schema: definition.inputParameters,
            output_schema: definition.outputParameters,
            tags: definition.tags,
            hasFullSchema: true,
          }
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error
          missing.push(slug)
        }
      }
      const error = Object.keys(schemas).length === 0 ? `The session has none of these tools: ${missing.join(', ')}. Use slugs that SVC_SEARCH_TOOLS answered.` : null
      return { data: { tool_schemas: schemas, not_found: missing }, error }
    },
  })
