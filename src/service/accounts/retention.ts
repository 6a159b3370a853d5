import { dayMs, hourMs } from '../platform/clock.ts'
import type { Kept, Remove, Retention } from '../platform/retention/index.ts'

/**
 * Links and attempts are kept for a day longer than they work, so that their page can say so. Both work for half
 * an hour at most.
 */
export const accountRetention = ({ accounts }: Kept, remove?: Remove): Retention[] => [
  {
    table: 'authorization_attempts',
    user: { by: 'owner', table: 'connected_accounts', column: 'connected_account_id' },
    key: ['id'],
    expiry: [{ column: 'expires_at', afterMs: dayMs, aheadMs: hourMs }],
  },
  {
    table: 'link_sessions',
    user: { by: 'owner', table: 'connected_accounts', column: 'connected_account_id' },
    key: ['id'],
    expiry: [
      {
        column: 'expires_at',
        afterMs: dayMs,
        aheadMs: hourMs,
        // A link that may be offered again stays: its account is the one that is offered.
        only: { column: 'offer_key', values: null },
      },
    ],
  },
  {
    table: 'connected_accounts',
    user: {
      by: 'id',
      column: 'user_id',
      exports: [
        'id',
        'toolkit_slug',
        'auth_config_id',
        'status',
        'name',
        'identity',
        'verified_at',
        'created_at',
        'updated_at',
      ],
    },
    key: ['id'],
    scope: 'project_id',
    expiry: [
      {
        column: 'updated_at',
        ...accounts,
        // Never connected, or to be connected again: nobody did for all this time.
        only: { column: 'status', values: ['INITIALIZING', 'INITIATED', 'FAILED', 'EXPIRED'] },
        ...(remove && { remove }),
      },
    ],
  },
]
