import { z } from 'zod'
import type { SearchSession } from '../search-session.ts'
import { metaTool } from './meta-tool.ts'

export const searchTools = ({ searchSession }: { searchSession: SearchSession }) =>
  metaTool({
    slug: 'SVC_SEARCH_TOOLS',
    name: 'Search tools',
    description:
      'Finds the tools for a task among all services of this session. Start here, and search again when the task changes. Describe each step as its own query in plain words, naming the service where you know it. Answers per query the slugs of the tools that do it (primary) and of related ones; then their argument schemas, whether the user has connected each service, the time, and what to do next.',
    tags: ['readOnlyHint', 'idempotentHint'],
    input: z.object({
      queries: z
        .array(
          z.object({
            use_case: z
              .string()
              .min(1)
              .max(50_000)
              .describe('One step in plain words, e.g. "create an issue in the web tracker"'),
            known_fields: z
              .string()
              .max(4000)
              .optional()
              .describe('What you already know, as key:value pairs separated by commas'),
          }),
        )
        .min(1)
        .max(7)
        .describe('One query per step; they run in parallel'),
    }),
    run: async (session, { queries }, { signal }) => ({
      data: await searchSession(session, queries, { signal }),
      error: null,
    }),
  })
