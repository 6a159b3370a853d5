import { z } from 'zod'
import { queryBoolean, queryList, toolSlug } from './common.ts'
import { toolSchema } from './session-search.ts'
import { tool } from './tools.ts'

export const toolsEtag = z
  .string()
  .optional()
  .describe(
    'The ETag of the tools of the session. It changes with its configuration, its custom tools and the toolkits and hints of the project; what was answered under the same one is still current',
  )

export const namedTools = queryList(toolSlug)
  .optional()
  .describe('Also answer the complete definitions of these tools')

/** The tools of a session: its meta tools, and those that were named. */
export const sessionTools = z.object({
  items: z.array(tool).describe('The meta tools'),
  tools_etag: toolsEtag,
  tool_schemas: z
    .record(z.string(), toolSchema)
    .optional()
    .describe('The named tools, by slug, with complete schemas'),
  not_found: z.array(z.string()).optional().describe('Named tools that the session does not have'),
  left_out: z
    .array(z.string())
    .optional()
    .describe('Named tools whose definitions were too long for this answer: ask for them again'),
  renamed: z
    .record(z.string(), z.string())
    .optional()
    .describe('Named slugs that their tools had before, with the present ones'),
})
export type SessionTools = z.infer<typeof sessionTools>

/** Query of operations that answer a session. */
export const withTools = z.object({
  tools: queryBoolean
    .optional()
    .describe('Also answer the tools, as `GET …/tools` does: saves that request'),
  tool_slugs: namedTools,
})

/** Beside the answer of a search, if `definitions` asked for them. */
export const foundDefinitions = {
  definitions: z
    .record(z.string(), toolSchema)
    .optional()
    .describe(
      'The complete definitions of the found tools by slug, with together at most 2 million characters; only if requested',
    ),
  tools_etag: toolsEtag,
}
