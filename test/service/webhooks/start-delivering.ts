import { onTestFinished } from 'vitest'
import type {
  WebhookDelivery,
  WebhookEventType,
  WebhookVersion,
} from '../../../src/contract/webhooks.ts'
import { systemClock } from '../../../src/service/platform/clock.ts'
import { openDeliveryNode, type DeliveringSettings } from '../../support/open-delivery-node.ts'
import { createSharedDatabase, type SharedDatabase } from '../../support/shared-database.ts'

type Settings = Partial<Omit<DeliveringSettings, 'database'>> & {
  allow: string[]
  /** For a second node on the same database. */
  shared?: SharedDatabase
}

/**
 * A node that delivers until the end of the test, with a clock of the test's own. It begins with
 * `jobs.start()`.
 */
export const startDelivering = async ({ shared, ...settings }: Settings) => {
  const place = shared ?? (await createSharedDatabase())
  const { close, ...node } = await openDeliveryNode({
    clock: systemClock,
    attemptTimeoutMs: 2_000,
    pollSeconds: 0.1,
    retentionDays: 30,
    ...settings,
    database: place.database,
  })
  onTestFinished(close)
  const { database, project, subscriptions, deliveries, publishIn } = node

  return {
    ...node,
    place,
    publish: (trigger: string, data: Record<string, unknown>) =>
      database.transaction((transaction) => publishIn(transaction, trigger, data)),
    subscribe: (
      webhook_url: string,
      {
        version = 'V3',
        enabled_events = ['svc.trigger.message'],
      }: { version?: WebhookVersion; enabled_events?: WebhookEventType[] } = {},
    ) => subscriptions.create(project, { webhook_url, version, enabled_events }),
    listDeliveries: async (
      subscription: string,
      status?: WebhookDelivery['status'],
    ): Promise<WebhookDelivery[]> =>
      (await deliveries.list(project, subscription, status, { limit: 100 })).items,
  }
}
