import { z } from 'zod'
import {
  itemCondition,
  itemIdentity,
  payloadSelection,
  triggerRequest,
  valuePath,
} from './import-trigger-request.ts'

/** How the items of a `poll` trigger type are found. */
export const triggerPoll = z.strictObject({
  request: triggerRequest.describe(
    '`{cursor}` stands for what was reached, `{page}` and `{next}` for the page, `{now}` for the time',
  ),
  items: valuePath.describe('Where the list of items is in the answer'),
  id: itemIdentity.describe(
    'What identifies an item, such as ["id"]; with ["id", "updated_at"] each change of it fires',
  ),
  order: z
    .enum(['newest_first', 'oldest_first'])
    .default('newest_first')
    .describe('How the API orders them; they are delivered oldest first'),
  where: z
    .array(itemCondition)
    .max(10)
    .optional()
    .describe('Only items for which all of this holds'),
  cursor: z
    .strictObject({
      of: z
        .enum(['item', 'answer'])
        .describe(
          '`item`: the greatest value of all items; `answer`: what stands in the last answer',
        ),
      path: valuePath.min(1),
    })
    .optional()
    .describe(
      'What the next request asks for items behind; without it the newest items are read each time',
    ),
  pages: z
    .strictObject({
      by: z
        .enum(['page', 'next', 'link'])
        .describe(
          '`page`: counted up in `{page}`; `next`: the answer holds the `{next}` one; `link`: the header Link names it',
        ),
      first: z.number().int().min(0).max(1).default(1).describe('Number of the first page'),
      next: valuePath.min(1).optional().describe('Where the answer holds what `{next}` stands for'),
      at_most: z
        .number()
        .int()
        .min(1)
        .max(20)
        .default(5)
        .describe('Pages read in one go; what is left is read right after'),
    })
    .refine(
      ({ by, next }) => (by === 'next') === (next !== undefined),
      'needs `next` exactly when pages go by `next`',
    )
    .optional(),
  interval: z
    .strictObject({
      minimum_seconds: z
        .number()
        .int()
        .min(1)
        .max(86_400)
        .default(60)
        .describe('The smallest that `interval_seconds` of a configuration may ask for'),
      default_seconds: z
        .number()
        .int()
        .min(1)
        .max(86_400)
        .optional()
        .describe('Where the configuration says nothing; default: the smallest'),
    })
    .prefault({}),
  payload: payloadSelection.optional(),
})
export type TriggerPoll = z.output<typeof triggerPoll>
