import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

export const executionRetention = (days: number): Retention[] => [
  {
    table: 'tool_executions',
    key: ['id'],
    scope: 'project_id',
    expiry: [{ column: 'started_at', afterMs: days * dayMs }],
  },
]
