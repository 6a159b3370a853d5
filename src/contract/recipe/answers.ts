import { z } from 'zod'
import { valuePath } from '../import-trigger-request.ts'
import { answerConditions, appliesTo, headerName } from './conditions.ts'

/** An answer that is a failure although its status says otherwise, or a failure with a meaning. */
const failureRule = z.strictObject({
  when: answerConditions,
  message: valuePath.min(1).optional().describe('Where the body holds what went wrong'),
  code: valuePath.min(1).optional().describe('Where the body holds the code of the failure'),
  reconnect: z
    .union([z.boolean(), answerConditions])
    .default(false)
    .describe(
      'The credential is no longer accepted, always or when these conditions hold too: the account becomes EXPIRED',
    ),
  applies_to: appliesTo,
})
export type FailureRule = z.output<typeof failureRule>

const moment = z.strictObject({
  in: z.enum(['header', 'body']),
  name: z.string().min(1).max(200).describe('Of a header; in the body a path'),
  unit: z
    .enum(['seconds', 'milliseconds', 'unix_seconds', 'unix_milliseconds', 'date'])
    .default('seconds')
    .describe(
      'A duration, a moment since 1970, or a date (HTTP or ISO 8601). A text with a unit, such as "1m30s", is read by its own',
    ),
})

/** How an API says that it was asked too often, and when it may be asked again. */
const rateRule = z.strictObject({
  when: answerConditions
    .default([{ in: 'status', one_of: [429] }])
    .describe('What tells that a call was refused for the rate; default: status 429'),
  retry_after: z
    .array(moment)
    .max(10)
    .default([{ in: 'header', name: 'retry-after', unit: 'seconds' }])
    .describe('The first of these that is there says when to come back'),
  remaining: headerName.optional().describe('Header with the number of calls that are left'),
  applies_to: appliesTo,
})
export type RateRule = z.output<typeof rateRule>

const paged = {
  applies_to: appliesTo,
  items: valuePath.optional().describe('Where the list is; default: the first list of the answer'),
  limit: z.string().min(1).max(100).optional().describe('Argument that sets the size of a page'),
}
const argument = z.string().min(1).max(100)

/** How the next page of an answer is asked for. */
export const pagingRule = z.discriminatedUnion('by', [
  z.strictObject({
    ...paged,
    by: z.literal('cursor'),
    argument: argument.describe('Argument that takes the cursor'),
    next: valuePath.min(1).describe('Where the answer holds the next cursor; none: the last page'),
    more: valuePath.min(1).optional().describe('Where the answer says that there is more'),
  }),
  z.strictObject({
    ...paged,
    by: z.literal('last_item'),
    argument,
    next: valuePath.min(1).describe('Path within the last item, such as `id`'),
    more: valuePath.min(1).optional(),
  }),
  z.strictObject({
    ...paged,
    by: z.literal('link'),
    next: valuePath
      .min(1)
      .optional()
      .describe('Where the body holds the address of the next page; default: header Link'),
  }),
  z.strictObject({
    ...paged,
    by: z.literal('page'),
    argument,
    first: z.number().int().min(0).max(1).default(1),
    pages: valuePath.min(1).optional().describe('Where the answer holds the number of pages'),
    more: valuePath.min(1).optional(),
  }),
  z.strictObject({
    ...paged,
    by: z.literal('offset'),
    argument,
    total: valuePath.min(1).optional().describe('Where the answer holds the number of items'),
    more: valuePath.min(1).optional(),
  }),
])
export type PagingRule = z.output<typeof pagingRule>

/** How the answers of an API are to be understood. The first rule that fits is used. */
export const answerRules = z.strictObject({
  failures: z.array(failureRule).max(50).default([]),
  rate: z.array(rateRule).max(20).default([]),
  paging: z.array(pagingRule).max(100).default([]),
})
export type AnswerRules = z.output<typeof answerRules>
