import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

export const workbenchRetention = (days: number): Retention[] => [
  {
    table: 'session_files',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'updated_at', afterMs: days * dayMs }],
  },
]
