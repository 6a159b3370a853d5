import type { Kept, Retention } from '../platform/retention/index.ts'

/** Deliveries with attempts left are kept, however short the retention is. */
export const webhookRetention = ({ logs }: Kept): Retention[] => [
  {
    table: 'webhook_deliveries',
    user: { by: 'content', column: 'body', field: 'body', event: 'event_id' },
    key: ['id'],
    scope: 'project_id',
    expiry: [
      {
        column: 'created_at',
        ...logs,
        only: { column: 'status', values: ['delivered', 'dead'] },
      },
    ],
  },
  { table: 'webhook_subscriptions', user: null, key: ['id'], scope: 'project_id' },
]
