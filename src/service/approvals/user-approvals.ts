import type { ApprovalDecision } from '../../contract/session-approvals.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Approvals } from './approvals.ts'
import { describeCall, type DescribedCall } from './describe-call.ts'
import { isThere, type SessionLookup } from './session-lookup.ts'
import { approvalStore, type ApprovalRow } from './store.ts'

/** The bearer of a connect token. */
export type Decider = { project: Project; userId: string; toolkits: readonly string[] | null }

/** A call that waits for its user. */
export type WaitingApproval = DescribedCall & { id: string; createdAt: string; expiresAt: string }

type Parts = {
  database: Database
  sessions: SessionLookup
  catalog: Catalog
  approvals: Approvals
  clock: Clock
}

export type UserApprovals = ReturnType<typeof createUserApprovals>

/** The most that are shown: nobody reads more. */
const mostShown = 50

/**
 * Approvals as their own user sees them, over all sessions. Only those that have a page: the others
 * are decided by the project alone.
 */
export const createUserApprovals = (parts: Parts) => {
  const store = approvalStore(parts.database.handle)

  const show = async (project: Project, row: ApprovalRow): Promise<WaitingApproval[]> =>
    (await isThere(parts.sessions, project, row.session_id))
      ? [
          {
            ...(await describeCall(parts.catalog, project, row)),
            id: row.id,
            createdAt: row.created_at,
            expiresAt: row.expires_at,
          },
        ]
      : []

  const find = async ({ project, userId, toolkits }: Decider, id: string): Promise<ApprovalRow> => {
    const row = await store.findAnywhere(id)
    if (
      row?.project_id === project.id &&
      row.user_id === userId &&
      row.proof !== null &&
      (toolkits === null || toolkits.includes(row.toolkit_slug)) &&
      (await isThere(parts.sessions, project, row.session_id))
    )
      return row
    throw new ServiceError('not_found', `The user has no approval "${id}"`, {
      suggestedFix: 'GET /api/v3/connections/approvals lists those that wait',
    })
  }

  return {
    list: async ({ project, ...of }: Decider): Promise<WaitingApproval[]> => {
      const rows = await store.listPendingOfUser(project.id, of, timestamp(parts.clock), mostShown)
      return (await Promise.all(rows.map((row) => show(project, row)))).flat()
    },

    /** `by` is the id of the token. */
    decide: async (decider: Decider, id: string, decision: ApprovalDecision, by: string) => {
      const row = await find(decider, id)
      const { arguments: shown } = await describeCall(parts.catalog, decider.project, row)
      if (decision === 'approve' && !shown)
        throw new ServiceError('unprocessable', 'The stored arguments of this call are damaged', {
          suggestedFix: 'Deny it, and have the agent make the call again',
        })
      return parts.approvals.decide(decider.project, row.session_id, id, decision, by)
    },
  }
}
