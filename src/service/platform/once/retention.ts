import { dayMs } from '../clock.ts'
import type { Retention } from '../retention/index.ts'

export const onceRetention: readonly Retention[] = [
  {
    table: 'once',
    user: null,
    key: ['name'],
    scope: 'scope',
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: dayMs }],
  },
]
