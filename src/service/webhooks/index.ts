import type { Capability, RecordActivity } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { DescribeEvent } from '../project-events/index.ts'
import type { Projects } from '../projects/index.ts'
import { createSupportsProof, type Announce } from './create-supports-proof.ts'
import { createWebhookRules } from './create-webhooks.ts'
import { webhookDeliveryHandlers, webhookSubscriptionHandlers } from './handlers.ts'
import { webhookMigrations } from './migrations.ts'
import { webhookRetention } from './retention.ts'

type Needs = {
  projects: Projects
  describeEvent: DescribeEvent
  /** How long a receiver may take to answer. */
  attemptTimeoutMs: number | undefined
  announce: Announce | undefined
  recordActivity: RecordActivity
}

/** Subscriptions of receivers, and the deliveries to them. */
export const createWebhooks = (platform: Platform, needs: Needs) => {
  const { subscriptions, deliveries } = createWebhookRules({ ...platform, ...needs })
  return {
    api: {
      newestUrls: subscriptions.newestUrls,
      recover: deliveries.recover,
      takesProof: createSupportsProof({ ...platform, ...needs, subscriptions }),
    },
    handlers: {
      webhookDeliveries: webhookDeliveryHandlers({ subscriptions, deliveries }),
      webhookSubscriptions: webhookSubscriptionHandlers({ subscriptions, deliveries }),
    },
    migrations: webhookMigrations,
    retention: webhookRetention(platform.kept),
  } satisfies Capability
}
