import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** Tickets go when they expire: nothing says later that there was one. */
export const ticketRetention: readonly Retention[] = [
  {
    table: 'user_tickets',
    user: {
      by: 'id',
      column: 'user_id',
      exports: ['id', 'approval_id', 'toolkits', 'origins', 'created_at', 'expires_at'],
    },
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: dayMs }],
  },
]
