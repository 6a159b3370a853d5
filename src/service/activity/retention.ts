import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

export const activityRetention: readonly Retention[] = [
  {
    table: 'activity',
    user: { by: 'content', column: 'body', field: 'body' },
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'at', afterMs: dayMs }],
  },
]
