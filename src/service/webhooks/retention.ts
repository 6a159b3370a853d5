import { millisecondsADay } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** A delivery that is still to be tried stays, however short the retention is. */
export const webhookRetention = (days: number): Retention[] => [
  {
    table: 'webhook_deliveries',
    key: ['id'],
    scope: 'project_id',
    expiry: [
      {
        column: 'created_at',
        afterMs: days * millisecondsADay,
        only: { column: 'status', values: ['delivered', 'dead'] },
      },
    ],
  },
  { table: 'webhook_subscriptions', key: ['id'], scope: 'project_id' },
]
