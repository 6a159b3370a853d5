import { z } from 'zod'
import type { Accounts } from '../../accounts/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import { describeConnections } from '../describe-connections.ts'
import { readConnections } from '../session-connections.ts'
import { describeTools } from '../describe-tools.ts'
import { metaTool } from './meta-tool.ts'

export const getToolSchemas = ({ catalog, accounts }: { catalog: Catalog; accounts: Accounts }) =>
  metaTool({
    slug: 'SVC_GET_TOOL_SCHEMAS',
    name: 'Get tool schemas',
    description:
      'Answers the complete argument and result schemas of tools by slug, and whether their services are connected. Call it before you run a tool for which the search answered a schemaRef and no input_schema. Slugs that this session does not have come back in not_found, those whose schemas are too long for one answer in left_out: ask for them again.',
    tags: ['readOnlyHint', 'idempotentHint'],
    input: z.object({
      tool_slugs: z
        .array(z.string().min(1))
        .min(1)
        .max(50)
        .describe('Slugs exactly as the search answered them'),
    }),
    run: async (session, { tool_slugs: slugs }) => {
      const { schemas, missing, renamed, leftOut } = await describeTools(catalog, session, slugs)
      const toolkits = [...new Set(Object.values(schemas).map(({ toolkit }) => toolkit))]
      const error =
        Object.keys(schemas).length === 0 && leftOut.length === 0
          ? `The session has none of these tools: ${missing.join(', ')}. Use slugs that SVC_SEARCH_TOOLS answered.`
          : null
      return {
        data: {
          tool_schemas: schemas,
          toolkit_connection_statuses: await describeConnections(
            await readConnections(accounts, session),
            session,
            toolkits,
          ),
          not_found: missing,
          ...(leftOut.length > 0 && { left_out: leftOut }),
          ...(Object.keys(renamed).length > 0 && { renamed }),
        },
        error,
      }
    },
  })
