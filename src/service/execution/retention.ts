import type { Kept, Retention } from '../platform/retention/index.ts'

export const executionRetention = ({ logs }: Kept): Retention[] => [
  {
    table: 'tool_executions',
    user: {
      by: 'id',
      column: 'user_id',
      exports: [
        'id',
        'tool_slug',
        'toolkit_slug',
        'connected_account_id',
        'session_id',
        'status',
        'error',
        'started_at',
        'duration_ms',
        'trace_id',
        'payload',
      ],
      sealed: ['payload'],
    },
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'started_at', ...logs }],
  },
]
