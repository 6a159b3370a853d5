import { z } from 'zod'
import { jsonObject } from './common.ts'

/** Beside the data of an answer that has more pages, or whose pages were gathered. */
export const paging = z
  .object({
    has_more: z.boolean(),
    next: z
      .object({ arguments: jsonObject })
      .nullable()
      .describe(
        'Complete arguments of the call that answers the next page. Null where there is none, or no argument asks for it: then `all` gathers the pages',
      ),
    message: z.string().describe('The same as a sentence, for a model'),
    pages: z.number().int().optional().describe('With `all`: the pages in `data`'),
    items: z.number().int().optional().describe('With `all`: the items in `data`'),
    stopped: z
      .string()
      .optional()
      .describe('With `all`: why not every page is in `data`; `next` goes on from there'),
  })
  .describe('Absent where the answer says nothing of further pages')
export type Paging = z.output<typeof paging>

export const allPages = z
  .boolean()
  .optional()
  .describe(
    'Gather all pages of a tool that only reads, up to 100 pages, 10,000 items, 16 MiB and the time limit of a call; `paging` says how far it came',
  )
