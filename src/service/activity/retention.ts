import type { Kept, Retention } from '../platform/retention/index.ts'

export const activityRetention = ({ stream }: Kept): Retention[] => [
  {
    table: 'activity',
    user: { by: 'content', column: 'body', field: 'body' },
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'at', ...stream }],
  },
]
