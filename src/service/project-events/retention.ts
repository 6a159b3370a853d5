import type { Kept, Retention } from '../platform/retention/index.ts'

export const projectEventRetention = ({ stream }: Kept): Retention[] => [
  {
    table: 'project_events',
    user: { by: 'content', column: 'body', field: 'body' },
    key: ['event_id'],
    scope: 'project_id',
    expiry: [{ column: 'created_at', ...stream }],
  },
  { table: 'project_event_heads', user: null, key: ['project_id'], scope: 'project_id' },
]
