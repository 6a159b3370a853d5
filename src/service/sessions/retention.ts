import { dayMs } from '../platform/clock.ts'
import type { Kept, Retention } from '../platform/retention/index.ts'
import type { Sessions } from './session.ts'

/** The longest lifetime that a project can configure. */
const longestKeyMs = 3_650 * dayMs

/** Data of a session is deleted with it; stored results also after the retention of logs. */
export const sessionRetention = (
  { logs, sessionIdle, sessions }: Kept,
  rules?: Pick<Sessions, 'delete'>,
): Retention[] => [
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
    expiry: [{ column: 'created_at', ...logs }],
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
    user: { by: 'id', column: 'user_id', exports: ['id', 'config', 'created_at', 'expires_at'] },
    key: ['id'],
    scope: 'project_id',
    expiry: [
      {
        column: 'expires_at',
        afterMs: 0,
        aheadMs: sessions.afterMs,
        fillMs: Math.min(sessionIdle.afterMs, sessions.afterMs),
        setting: `${sessionIdle.setting}, ${sessions.setting}`,
        ...(rules && {
          remove: ({ scope, key: [id = ''] }) => rules.delete({ id: scope }, id),
        }),
      },
    ],
  },
]
