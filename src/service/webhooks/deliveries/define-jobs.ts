import type { RecordActivity } from '../../endpoint/index.ts'
import { minuteMs, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import { measureOverdue, type Metrics } from '../../platform/metrics/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { DescribeEvent } from '../../project-events/index.ts'
import type { Projects } from '../../projects/index.ts'
import { createUpdateHealth } from '../subscription-health.ts'
import { createDeliver } from './deliver.ts'
import { deliveryJob, deliveryQueue, toDeliveryJob } from './delivery-job.ts'
import { createLoadDelivery, createStoreOutcomes } from './batches.ts'
import { sendAttempt } from './send-attempt.ts'
import { deliveryStore } from './store.ts'

export type DeliveryParts = {
  database: Database
  projects: Projects
  describeEvent: DescribeEvent
  events: Events
  jobs: Jobs
  outbound: Pick<Outbound, 'send'>
  clock: Clock
  metrics: Metrics
  random: () => number
  /** How long a receiver may take to answer. */
  attemptTimeoutMs: number
  recordActivity: RecordActivity
}

/**
 * For failures of the service, such as an unavailable database; failures of a receiver have their
 * own schedule.
 */
const retryDelaysSeconds = [1, 5, 30, 60, 300, 600, 1_800, 3_600, 3_600, 3_600, 7_200, 14_400]
const overdueMs = 15 * minuteMs
const batchSize = 500

/**
 * Defines the jobs of webhooks: deliveries, and finding deliveries that lost their job.
 */
export const defineDeliveryJobs = (parts: DeliveryParts): void => {
  const { database, events, jobs, clock, attemptTimeoutMs } = parts
  const store = deliveryStore(database.handle)
  const count = parts.metrics.counter({
    name: 'plugboard_webhook_deliveries_total',
    help: 'Attempts to deliver an event to a webhook, by outcome',
    labels: ['outcome'],
  })
  measureOverdue(
    parts,
    {
      name: 'plugboard_webhook_deliveries_overdue_seconds',
      help: 'How long the attempt to deliver an event that has waited longest is due without having been made',
    },
    store.oldestDue,
  )
  let sending = 0
  const deliver = createDeliver({
    ...parts,
    load: createLoadDelivery({ database, events }),
    store: createStoreOutcomes(database, () => sending),
    remove: store.delete,
    send: async (message, signal) => {
      sending += 1
      try {
        const outcome = await sendAttempt(parts, message, signal)
        count({ outcome: outcome.kind })
        return outcome
      } finally {
        sending -= 1
      }
    },
    updateHealth: createUpdateHealth({ database, events, clock }),
  })
  // Most of an attempt is waiting for the receiver.
  jobs.define(
    deliveryQueue,
    {
      retryDelaysSeconds,
      concurrency: 300,
      concurrencyPerKey: 20,
      timeoutSeconds: Math.ceil(attemptTimeoutMs / 1_000) + 60,
      data: deliveryJob,
    },
    deliver,
  )

  jobs.define('webhook-overdue', { retryDelaysSeconds: [60] }, async () => {
    const overdue = await store.listOverdue(
      new Date(clock.now().getTime() - overdueMs).toISOString(),
      batchSize,
    )
    // A delivery that only waits in a long queue still has its job: its singleton key prevents a second.
    await database.transaction((transaction) =>
      jobs.enqueueAll(transaction, deliveryQueue, overdue.map(toDeliveryJob)),
    )
  })
  jobs.schedule('webhook-overdue', '*/10 * * * *', {})
}
