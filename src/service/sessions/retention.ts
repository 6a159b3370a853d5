import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

/** The longest lifetime that a project can configure. */
const longestKeyMs = 3_650 * dayMs

/** Data of a session is deleted with it; stored results also after the retention of logs. */
export const sessionRetention = (days: number): Retention[] => [
  {
    table: 'session_results',
    user: {
      by: 'owner',
      table: 'sessions',
      column: 'session_id',
      exports: ['id', 'session_id', 'content', 'created_at'],
      sealed: ['content'],
    },
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'created_at', afterMs: days * dayMs }],
  },
  {
    table: 'session_mcp_keys',
    user: {
      by: 'owner',
      table: 'sessions',
      column: 'session_id',
      exports: ['id', 'session_id', 'name', 'created_at', 'expires_at'],
    },
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: longestKeyMs }],
  },
  {
    table: 'sessions',
    user: { by: 'id', column: 'user_id', exports: ['id', 'config', 'created_at'] },
    key: ['id'],
    scope: 'project_id',
  },
]
