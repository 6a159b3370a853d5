import { z } from 'zod'
import type { Events } from '../../platform/events/index.ts'
import { createId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { reportedEvents, type ReportedEvent } from '../../project-events/index.ts'
import { readEnabledEvents } from '../enabled-events.ts'
import { subscriptionStore } from '../store.ts'
import { deliveryQueue, toDeliveryJob } from './delivery-job.ts'
import { deliveryStore } from './store.ts'

const ofTrigger = z.object({ metadata: z.object({ trigger_id: z.string() }) })

/**
 * Creates the deliveries of an event, one for each subscription, in the transaction that publishes
 * the event.
 */
export const fanOut = ({ events, jobs }: { events: Events; jobs: Jobs }): void => {
  for (const [published, projectType] of Object.entries(reportedEvents) as [
    ReportedEvent,
    (typeof reportedEvents)[ReportedEvent],
  ][]) {
    events.accompany(published, async (transaction, event, trace) => {
      const enabled = await subscriptionStore(transaction).listEnabled(event.scope)
      const subscribed = enabled.filter((row) =>
        readEnabledEvents(row.enabled_events, row.id).includes(projectType),
      )
      if (subscribed.length === 0) return
      const orderingKey = ofTrigger.safeParse(event.data).data?.metadata.trigger_id ?? null
      const rows = subscribed.map(({ id }) => ({
        id: createId('wd_'),
        project_id: event.scope,
        subscription_id: id,
        event_id: event.id,
        event_type: projectType,
        status: 'pending' as const,
        attempts: '[]',
        next_attempt_at: event.at,
        created_at: event.at,
        ordering_key: orderingKey,
      }))
      await deliveryStore(transaction).insertAll(rows)
      await jobs.enqueueAll(
        transaction,
        deliveryQueue,
        rows.map((row) => ({ ...toDeliveryJob(row), trace })),
      )
    })
  }
}
