import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'
import { lifetimeMs } from './sessions.ts'

export const consoleRetention: readonly Retention[] = [
  {
    table: 'console_links',
    user: null,
    key: ['id'],
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: dayMs }],
  },
  {
    table: 'console_sessions',
    user: null,
    key: ['id'],
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: lifetimeMs }],
  },
]
