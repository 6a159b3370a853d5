import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'
import { countKey } from './store.ts'

/** Longer than the longest range of an answer, since the first interval may be cut off. */
const keptDays = { usage_hours: 32, usage_days: 402 }

export const usageRetention: readonly Retention[] = Object.entries(keptDays).map(
  ([table, days]) => ({
    table,
    user: {
      by: 'id' as const,
      column: 'value',
      only: { column: 'dimension', values: ['user'] },
      exports: ['start', 'status', 'calls', 'duration_ms'],
    },
    key: [...countKey],
    scope: 'project_id',
    expiry: [{ column: 'start', afterMs: days * dayMs }],
  }),
)
