import { noMetrics, type Metrics } from '../platform/metrics/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { createDeliveries } from './deliveries/delivery.ts'
import { defineDeliveryJobs, type DeliveryParts } from './deliveries/define-jobs.ts'
import { fanOut } from './deliveries/fan-out.ts'
import { createSubscriptions } from './subscription.ts'

type Parts = Omit<DeliveryParts, 'outbound' | 'metrics' | 'random' | 'attemptTimeoutMs'> & {
  outbound: Outbound
  metrics?: Metrics
  random?: () => number
  attemptTimeoutMs?: number | undefined
}

/** Subscriptions, and the delivery of events to them. */
export const createWebhookRules = (parts: Parts) => {
  fanOut(parts)
  defineDeliveryJobs({
    ...parts,
    metrics: parts.metrics ?? noMetrics,
    random: parts.random ?? Math.random,
    attemptTimeoutMs: parts.attemptTimeoutMs ?? 30_000,
  })
  const subscriptions = createSubscriptions(parts)
  const deliveries = createDeliveries({ ...parts, subscriptions })
  return { subscriptions, deliveries }
}
