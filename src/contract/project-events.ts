import { z } from 'zod'
import { jsonObject, queryNumber, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { eventStream } from './event-stream.ts'
import { webhookEventType } from './webhooks.ts'

/** An event of a project, in the format of a V3 webhook payload (rule 12.4). */
export const projectEvent = z.object({
  id: z.string().describe('The same wherever this event is delivered'),
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
    .describe('What it is about; null where it is about none'),
  data: jsonObject.describe(
    'For svc.trigger.message what the trigger delivers; empty where the project stores no data',
  ),
})
export type ProjectEvent = z.infer<typeof projectEvent>

/** Part of the trigger instances: most events come from triggers. */
export const projectEvents = {
  events: endpoint({
    method: 'GET',
    path: '/trigger_instances/events',
    summary: 'Follow the events of the project while they happen, for development',
    description:
      'Server-sent events: `event` is the event type, `data` the event, and `id` a position. A reader that names the last `id` in the header `Last-Event-ID`, or as `after`, gets what came since, ' +
      'for 24 hours; without it the stream begins now, with `after=0` at the oldest event that is kept. A comment every 15 seconds keeps the connection open. ' +
      'The stream ends when its key stops being valid and when the service stops. A project has at most 20 streams on one node: more are 429. ' +
      'With `log_visibility_setting: dont_store_data` events come without their `data`, since that would have to be stored on the way. To receive events in production, use webhook subscriptions.',
    auth: 'project',
    query: z.object({
      after: queryNumber(z.number().int().min(0))
        .optional()
        .describe('Only what came after the event with this id; 0 for all that is kept'),
    }),
    responses: { 200: eventStream(projectEvent) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
}
