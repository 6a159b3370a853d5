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
    'Placeholders: `{cursor}` is the position reached, `{page}` and `{next}` the page, `{now}` the time',
  ),
  items: valuePath.describe('Path of the list of items in the response'),
  id: itemIdentity.describe(
    'Fields that identify an item, such as ["id"]; with ["id", "updated_at"] each change fires',
  ),
  order: z
    .enum(['newest_first', 'oldest_first'])
    .default('newest_first')
    .describe('How the API orders them; they are delivered oldest first'),
  where: z
    .array(itemCondition)
    .max(10)
    .optional()
    .describe('Only items that meet all of these conditions'),
  cursor: z
    .strictObject({
      of: z
        .enum(['item', 'answer'])
        .describe(
          '`item`: the greatest value of all items; `answer`: a value of the last response',
        ),
      path: valuePath.min(1),
    })
    .optional()
    .describe(
      'The position after which the next request reads items; without it the newest items are read each time',
    ),
  pages: z
    .strictObject({
      by: z
        .enum(['page', 'next', 'link'])
        .describe(
          '`page`: counted in `{page}`; `next`: the response contains `{next}`; `link`: the header Link contains the URL',
        ),
      first: z.number().int().min(0).max(1).default(1).describe('Number of the first page'),
      next: valuePath.min(1).optional().describe('Path of the value for `{next}` in the response'),
      at_most: z
        .number()
        .int()
        .min(1)
        .max(20)
        .default(5)
        .describe('Maximum number of pages per poll; the rest is read immediately afterwards'),
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
        .describe('Minimum of `interval_seconds` in a configuration'),
      default_seconds: z
        .number()
        .int()
        .min(1)
        .max(86_400)
        .optional()
        .describe('Used if the configuration has none; default: the minimum'),
    })
    .prefault({}),
  payload: payloadSelection.optional(),
})
export type TriggerPoll = z.output<typeof triggerPoll>
