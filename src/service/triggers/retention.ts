import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** How long an item is kept after it was last seen; its event is kept for longer. */
const itemMs = 14 * dayMs

export const triggerRetention: readonly Retention[] = [
  {
    table: 'trigger_instances',
    user: {
      by: 'id',
      column: 'user_id',
      exports: [
        'id',
        'trigger_slug',
        'toolkit_slug',
        'connected_account_id',
        'disabled_at',
        'created_at',
      ],
    },
    key: ['id'],
    scope: 'project_id',
    owners: [
      { event: 'account.deleted', column: 'connected_account_id' },
      { event: 'auth_config.deleted', column: 'auth_config_id' },
      {
        event: 'toolkit.deleted',
        column: 'toolkit_slug',
        property: 'toolkit',
        createdAt: 'created_at',
      },
    ],
    parts: [{ table: 'trigger_items', key: ['instance_id', 'item_key'], parent: 'instance_id' }],
  },
  {
    table: 'trigger_items',
    user: null,
    key: ['instance_id', 'item_key'],
    expiry: [{ column: 'seen_at', afterMs: itemMs }],
  },
]
