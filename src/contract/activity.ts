import { z } from 'zod'
import { activityTypes } from './activity-types.ts'
import { queryNumber, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { eventStream } from './event-stream.ts'
import { webhookEventType } from './webhooks.ts'

/** Something that happened in a project, as people look at it; what it is about is null if absent. */
const activity = z.object({
  id: z.string().describe('The same when it comes again'),
  at: timestamp,
  type: z
    .enum(activityTypes)
    .describe(
      '`call`: a tool was executed; `search`: an agent searched tools; `refresh`: a credential was renewed; `delivery`: a webhook was attempted; the others are events of the project',
    ),
  event: webhookEventType.nullable().describe('The type of the event, for events of the project'),
  outcome: z.enum(['success', 'error', 'pending']),
  text: z
    .string()
    .nullable()
    .describe(
      'What was searched for, why something failed, or where it was sent; null if the project stores no data',
    ),
  subject_id: z
    .string()
    .nullable()
    .describe('The log entry, delivery, approval, trigger instance or account'),
  tool_slug: z.string().nullable(),
  toolkit: z.string().nullable(),
  user_id: z.string().nullable(),
  session_id: z.string().nullable(),
  connected_account_id: z.string().nullable(),
  duration_ms: z.number().nullable(),
})
export type Activity = z.infer<typeof activity>

/** Most items a stream begins with. */
export const maximumEarlier = 200

/** Part of the logs: what happens besides calls too. */
export const activityLog = {
  activity: endpoint({
    method: 'GET',
    path: '/logs/activity',
    summary: 'Follow what happens in the project: calls, searches, approvals, deliveries, …',
    description:
      'Server-sent events for people who watch: `event` is the type, `data` the item, and `id` a position. A reader that sends the last `id` in the header `Last-Event-ID`, or as `after`, receives what happened since then, at most the newest 200 items; ' +
      '`last` begins with so many earlier ones. Items of the last seconds may come twice, with the same `id` in `data`. A reader that is much slower than the project loses the oldest items, and a call is reported if it took no longer than PLUGBOARD_TOOL_TIMEOUT_SECONDS. ' +
      'Searches, refreshes, deliveries and events are kept for 24 hours for this. A project has at most 20 such streams per node: more are 429. Receivers that must miss nothing use webhook subscriptions.',
    auth: 'project',
    query: z.object({
      after: queryNumber(z.number().int().min(0))
        .optional()
        .describe('Only what happened after this position: milliseconds since 1970'),
      last: queryNumber(z.number().int().min(0).max(maximumEarlier))
        .optional()
        .describe('How many earlier items to begin with: 0 to 200, none by default'),
    }),
    responses: { 200: eventStream(activity) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
