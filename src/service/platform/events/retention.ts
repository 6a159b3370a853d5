import { dayMs } from '../clock.ts'
import type { Retention } from '../retention/index.ts'

export const eventRetention: readonly Retention[] = [
  {
    table: 'events',
    user: { by: 'content', column: 'data' },
    key: ['id'],
    expiry: [{ column: 'at', afterMs: 30 * dayMs }],
  },
]
