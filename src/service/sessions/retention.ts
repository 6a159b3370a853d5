import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** Data of a session is deleted with it; stored results also after the retention of logs. */
export const sessionRetention = (days: number): Retention[] => [
  {
    table: 'session_results',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'created_at', afterMs: days * dayMs }],
  },
  {
    table: 'session_mcp_keys',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'expires_at', afterMs: 0 }],
  },
  { table: 'sessions', key: ['id'], scope: 'project_id' },
]
