import { dayMs } from '../platform/clock.ts'
import type { Retention } from '../platform/retention/index.ts'

export const approvalRetention = (days: number): Retention[] => [
  {
    table: 'session_approvals',
    key: ['id'],
    scope: 'project_id',
    owners: [{ event: 'session.deleted', column: 'session_id' }],
    expiry: [{ column: 'created_at', afterMs: days * dayMs }],
  },
]
