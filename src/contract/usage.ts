import { z } from 'zod'
import { queryNumber, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** The longest range of an answer, in intervals. */
export const longestUsage = { hour: 7 * 24, day: 400 } as const

const durations = z
  .object({ average: z.number(), p50: z.number(), p95: z.number(), p99: z.number() })
  .nullable()
  .describe('In ms; percentiles are within a fifth. null where no call was made')
const counts = {
  calls: z.number(),
  errors: z.number().describe('How many of the calls failed'),
}
const time = timestamp.max(64)
const start = timestamp.describe('When the interval begins')

const usageAnswer = z.object({
  interval: z.enum(['hour', 'day']),
  from: timestamp,
  to: timestamp,
  counted_until: timestamp.describe('Later calls are not counted yet; they are within two minutes'),
  ...counts,
  duration_ms: durations,
  series: z
    .array(z.object({ start, ...counts, duration_ms: durations }))
    .describe('Every interval of the range, oldest first'),
  groups: z
    .array(
      z.object({
        value: z.string().describe('The tool, toolkit or user'),
        ...counts,
        duration_ms: durations,
        series: z.array(z.object({ start, ...counts })),
      }),
    )
    .describe('The groups with the most calls; empty without group_by'),
  deliveries: z
    .object({
      attempts: z.number(),
      errors: z.number().describe('How many of the attempts failed'),
      duration_ms: durations,
      series: z.array(z.object({ start, attempts: z.number(), errors: z.number() })),
    })
    .describe(
      'Attempts to deliver events to webhook subscriptions. They are written some seconds later: those of a node that is killed before are missing',
    ),
  others: z.object(counts).describe('The calls that belong to none of the groups'),
})
export type Usage = z.infer<typeof usageAnswer>

export const usage = {
  get: endpoint({
    method: 'GET',
    path: '/usage',
    summary: 'Count tool calls over time, by tool, toolkit or user, and webhook deliveries',
    description:
      'Calls of tools and of the proxy by the hour or day (UTC) in which they began, with how many failed and how long they took. ' +
      'Hours are kept for 32 days, days for 400 days, independent of the retention of the log.',
    auth: 'project',
    query: z.object({
      from: time
        .optional()
        .describe(
          'The first interval is the one with this time. Default: a day, or 30, before `to`',
        ),
      to: time.optional().describe('Only intervals that begin before this time. Default: now'),
      interval: z
        .enum(['hour', 'day'])
        .optional()
        .describe(
          'Default: hour for up to three days, otherwise day. At most 168 hours or 400 days',
        ),
      group_by: z
        .enum(['tool_slug', 'toolkit', 'user_id'])
        .optional()
        .describe('Also count each tool, toolkit or user'),
      group_limit: queryNumber(z.number().int().min(1).max(50))
        .optional()
        .describe('How many groups, those with the most calls. Default: 10'),
    }),
    responses: { 200: usageAnswer },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
