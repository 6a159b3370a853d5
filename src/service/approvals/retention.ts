import type { Kept, Retention } from '../platform/retention/index.ts'

export const approvalRetention = ({ logs }: Kept): Retention[] => [
  {
    table: 'session_approvals',
    user: {
      by: 'id',
      column: 'user_id',
      exports: ['id', 'session_id', 'tool_slug', 'status', 'arguments', 'created_at', 'decided_at'],
      sealed: ['arguments'],
    },
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'created_at', ...logs }],
  },
]
