import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'
import { longestRunMs } from './learned/learning.ts'
import { idleMs } from './learned/step.ts'

export const planRetention: readonly Retention[] = [
  {
    table: 'session_plan_steps',
    user: { by: 'keyed hash', column: 'user_key' },
    key: ['id'],
    scope: 'project_id',
    // Nobody has learned from them: that takes minutes.
    expiry: [{ column: 'finished_at', afterMs: 7 * dayMs }],
  },
  {
    table: 'session_searches',
    user: { by: 'keyed hash', column: 'user_key' },
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'searched_at', afterMs: longestRunMs + idleMs }],
  },
  {
    table: 'session_plan_facts',
    user: null,
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'last_seen_at', afterMs: 90 * dayMs }],
    parts: [{ table: 'session_plan_users', key: ['fact_id', 'user_key'], parent: 'fact_id' }],
  },
]
