import { millisecondsADay } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** What is stored for a session goes with it; stored results also once they are as old as logs get. */
export const sessionRetention = (days: number): Retention[] => [
  {
    table: 'session_results',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'created_at', afterMs: days * millisecondsADay }],
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
