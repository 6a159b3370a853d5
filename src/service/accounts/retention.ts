import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** Links and attempts are kept for a day longer than they work, so that their page can say so. */
export const accountRetention: readonly Retention[] = [
  {
    table: 'authorization_attempts',
    key: ['id'],
    expiry: [{ column: 'expires_at', afterMs: dayMs }],
  },
  {
    table: 'link_sessions',
    key: ['id'],
    expiry: [
      {
        column: 'expires_at',
        afterMs: dayMs,
        // A link that may be offered again stays: its account is the one that is offered.
        only: { column: 'offer_key', values: null },
      },
    ],
  },
  { table: 'connected_accounts', key: ['id'], scope: 'project_id' },
]
