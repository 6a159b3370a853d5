import type { Kept, Retention } from '../retention/index.ts'

export const eventRetention = ({ events }: Kept): Retention[] => [
  {
    table: 'events',
    user: { by: 'content', column: 'data' },
    key: ['id'],
    expiry: [{ column: 'at', ...events }],
  },
]
