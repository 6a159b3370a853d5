import { z } from 'zod'
import type { NewJob } from '../../platform/jobs/index.ts'
import type { DeliveryRow } from './store.ts'

export const deliveryQueue = 'webhook-delivery'

export const deliveryJob = z.object({ delivery: z.string() })
export type DeliveryJob = z.infer<typeof deliveryJob>

/**
 * The concurrency key is the subscription, so an endpoint that does not respond does not delay
 * others.
 */
export const toDeliveryJob = ({
  id,
  subscription_id,
  round_start = 0,
}: Pick<DeliveryRow, 'id' | 'subscription_id'> & { round_start?: number }): NewJob => ({
  data: { delivery: id } satisfies DeliveryJob,
  key: subscription_id,
  // The last job of the round before may still be finishing when a delivery is replayed.
  singletonKey: round_start === 0 ? id : `${id} ${round_start}`,
})
