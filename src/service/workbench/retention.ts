import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

export const workbenchRetention = (days: number): Retention[] => [
  {
    table: 'session_files',
    user: {
      by: 'owner',
      table: 'sessions',
      column: 'session_id',
      exports: ['id', 'session_id', 'path', 'size', 'updated_at'],
    },
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'updated_at', afterMs: days * dayMs }],
  },
]
