import { descriptionLimits } from './limits.ts'
import type { Retention } from '../platform/retention/index.ts'

/** Their content expires with them, as files. */
export const descriptionRetention: readonly Retention[] = [
  {
    table: 'descriptions',
    user: null,
    key: ['address'],
    expiry: [{ column: 'expires_at', afterMs: 0, aheadMs: descriptionLimits.keptMs }],
  },
]
