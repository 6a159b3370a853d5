import { noMetrics, type Metrics } from '../platform/metrics/index.ts'
import type { Outbound } from '../platform/outbound/index.ts'
import { createDeliveries } from './deliveries/delivery.ts'
import { defineDeliveryJobs, type DeliveryParts } from './deliveries/define-jobs.ts'
import { fanOut } from './deliveries/fan-out.ts'
import { createSubscriptions } from './subscription.ts'

type Parts = Omit<DeliveryParts, 'outbound' | 'metrics' | 'random' | 'tryMs'> & {
  outbound: Outbound
  metrics?: Metrics
  random?: () => number
  tryMs?: number | undefined
}

/** Subscriptions, and the way of every event to them. */
export const createWebhookRules = (parts: Parts) => {
  fanOut(parts)
  defineDeliveryJobs({
    ...parts,
    metrics: parts.metrics ?? noMetrics,
    random: parts.random ?? Math.random,
    tryMs: parts.tryMs ?? 30_000,
  })
  const subscriptions = createSubscriptions(parts)
  const deliveries = createDeliveries({ ...parts, subscriptions })
  return { subscriptions, deliveries }
}
