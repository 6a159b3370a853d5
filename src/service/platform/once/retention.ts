import type { Retention } from '../retention/index.ts'

export const onceRetention: readonly Retention[] = [
  {
    table: 'once',
    key: ['name'],
    scope: 'scope',
    expiry: [{ column: 'expires_at', afterMs: 0 }],
  },
]
