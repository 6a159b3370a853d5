import { z } from 'zod'
import { select } from '../../../contract/select.ts'
import { ServiceError } from '../../service-error.ts'
import type { Results } from '../results/results.ts'
import { metaTool } from './meta-tool.ts'

export const readResult = ({ results }: { results: Results }) =>
  metaTool({
    slug: 'SVC_READ_RESULT',
    name: 'Read a large result',
    description:
      'Reads a part of a result that was too large and came as a preview with a handle. Arrays, strings and objects come in pages: answers value, total and next_offset, with which you ask for the next page until it is null. Paths listed in shortened are shown in outline only; read them by themselves.',
    tags: ['readOnlyHint', 'idempotentHint'],
    input: z.object({
      handle: z.string().min(1).describe('Handle exactly as the result named it'),
      path: z
        .string()
        .max(2000)
        .optional()
        .describe('Where the part lies, e.g. items[0].title; nothing for the whole'),
      select: select
        .optional()
        .describe('Read only these parts: JMESPath such as items[].{id: id}, or JSON Pointers'),
      offset: z.number().int().min(0).optional().describe('First item or character; 0 by default'),
      limit: z.number().int().min(1).optional().describe('At most so many items or characters'),
    }),
    run: async (session, { handle, ...request }) => {
      try {
        return {
          data: await results.read(session, handle, request),
          error: null,
          logged: { handle },
        }
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        return { data: {}, error: [error.message, error.suggestedFix].filter(Boolean).join('. ') }
      }
    },
  })
