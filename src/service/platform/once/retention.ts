import type { Kept, Retention } from '../retention/index.ts'

export const onceRetention = ({ keys }: Kept): Retention[] => [
  {
    table: 'once',
    user: null,
    key: ['name'],
    scope: 'scope',
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: keys.afterMs, setting: keys.setting }],
  },
]
