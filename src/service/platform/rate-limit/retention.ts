import { hourMs } from '../clock.ts'
import type { Retention } from '../retention/index.ts'

/** Counts of past minutes are kept for an hour, since the clocks of nodes differ. */
export const rateLimitRetention: readonly Retention[] = [
  {
    table: 'rate_limits',
    user: null,
    key: ['name'],
    expiry: [{ column: 'minute', unit: 'minute', afterMs: hourMs }],
  },
]
