import { z } from 'zod'
import { jsonObject, queryNumber, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { eventStream } from './event-stream.ts'
import { webhookEventType } from './webhooks.ts'

/** An event of a project, in the format of a V3 webhook payload (rule 12.4). */
const projectEvent = z.object({
  id: z.string().describe('The same in every delivery of this event'),
  timestamp,
  type: webhookEventType,
  metadata: z
    .object({
      log_id: z.string().nullable(),
      trigger_slug: z.string().nullable(),
      trigger_id: z.string().nullable(),
      connected_account_id: z.string().nullable(),
      auth_config_id: z.string().nullable(),
      user_id: z.string().nullable(),
    })
    .describe('The resource; null if there is none'),
  data: jsonObject.describe(
    'For svc.trigger.message the payload of the trigger; empty if the project stores no data',
  ),
})
export type ProjectEvent = z.infer<typeof projectEvent>

/** Part of the trigger instances: most events come from triggers. */
export const projectEvents = {
  events: endpoint({
    method: 'GET',
    path: '/trigger_instances/events',
    summary: 'Follow the events of the project as they happen, for development',
    description:
      'Server-sent events: `event` is the event type, `data` the event, and `id` a position. A reader that sends the last `id` in the header `Last-Event-ID`, or as `after`, receives all events since then, ' +
      'for 24 hours; without it the stream begins now, with `after=0` at the oldest stored event. A comment every 15 seconds keeps the connection open. ' +
      'The stream ends when its key becomes invalid and when the service stops. A project has at most 20 streams per node: more are 429. ' +
      'With `log_visibility_setting: dont_store_data` events have no `data`, because it would have to be stored temporarily. To receive events in production, use webhook subscriptions.',
    auth: 'project',
    query: z.object({
      after: queryNumber(z.number().int().min(0))
        .optional()
        .describe('Only events after the one with this id; 0 for all stored events'),
    }),
    responses: { 200: eventStream(projectEvent) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
