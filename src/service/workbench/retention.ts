import type { Kept, Retention } from '../platform/retention/index.ts'

export const workbenchRetention = ({ logs }: Kept): Retention[] => [
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
    expiry: [{ column: 'updated_at', ...logs }],
  },
]
