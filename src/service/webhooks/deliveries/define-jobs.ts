import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Events } from '../../platform/events/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import type { Outbound } from '../../platform/outbound/index.ts'
import type { DescribeEvent } from '../../project-events/index.ts'
import type { Projects } from '../../projects/index.ts'
import { createNoteHealth } from '../subscription-health.ts'
import { createDeliver } from './deliver.ts'
import { deliveryJob, deliveryQueue, toDeliveryJob } from './delivery-job.ts'
import { createLoadDelivery, createNoteTries } from './batches.ts'
import { sendTry } from './send-try.ts'
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
  tryMs: number
}

/**
 * For failures of the service, such as an unavailable database; failures of a receiver have their
 * own schedule.
 */
const retryDelaysSeconds = [1, 5, 30, 60, 300, 600, 1_800, 3_600, 3_600, 3_600, 7_200, 14_400]
const overdueMs = 15 * 60 * 1000
const batchSize = 500

/**
 * What the queue does for webhooks: deliver, find deliveries that lost their job, and forget old
 * ones.
 */
export const defineDeliveryJobs = (parts: DeliveryParts): void => {
  const { database, events, jobs, clock, tryMs } = parts
  const store = deliveryStore(database.handle)
  const count = parts.metrics.counter({
    name: 'plugboard_webhook_deliveries_total',
    help: 'Tries to deliver an event to a webhook, by outcome',
    labels: ['outcome'],
  })
  let sending = 0
  const deliver = createDeliver({
    ...parts,
    load: createLoadDelivery({ database, events }),
    note: createNoteTries(database, () => sending),
    remove: store.delete,
    send: async (message, signal) => {
      sending += 1
      try {
        const tried = await sendTry(parts, message, signal)
        count({ outcome: tried.kind })
        return tried
      } finally {
        sending -= 1
      }
    },
    noteHealth: createNoteHealth({ database, events, clock }),
  })
  // Most of the time of a try is the receiver's.
  jobs.define(
    deliveryQueue,
    {
      retryDelaysSeconds,
      concurrency: 300,
      concurrencyPerKey: 20,
      timeoutSeconds: Math.ceil(tryMs / 1_000) + 60,
      data: deliveryJob,
    },
    deliver,
  )

  jobs.define('webhook-overdue', { retryDelaysSeconds: [60] }, async () => {
    const overdue = await store.listOverdue(
      new Date(clock.now().getTime() - overdueMs).toISOString(),
      batchSize,
    )
    // Those that only wait in a long queue have their job, and get no second one.
    await database.transaction((transaction) =>
      jobs.enqueueAll(transaction, deliveryQueue, overdue.map(toDeliveryJob)),
    )
  })
  jobs.schedule('webhook-overdue', '*/10 * * * *', {})
}
