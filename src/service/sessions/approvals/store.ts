import type { ApprovalStatus } from '../../../contract/session-approvals.ts'
import type { Handle } from '../../platform/database/index.ts'
import type { PageRequest } from '../../platform/pagination.ts'

type Tables = {
  session_approvals: {
    id: string
    project_id: string
    session_id: string
    user_id: string
    tool_slug: string
    toolkit_slug: string
    tool_version: string
    connected_account_id: string | null
    /** Of everything that the approval is bound to. */
    digest: string
    /** The digest as long as the same call need not be asked about again: no two rows have the same. */
    live_digest: string | null
    /** Encrypted; null where the project stores no data. */
    arguments: string | null
    /** Expiry is not written down: `expires_at` tells. */
    status: Exclude<ApprovalStatus, 'expired'>
    created_at: string
    expires_at: string
    decided_at: string | null
    decided_by: string | null
    used_at: string | null
  }
}

export type ApprovalRow = Tables['session_approvals']

/** SQL of approvals. */
export const approvalStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  const filtered = (projectId: string, sessionId: string, status: ApprovalStatus | undefined, now: string) => {
    const query = db.selectFrom('session_approvals').where('project_id', '=', projectId).where('session_id', '=', sessionId)
    if (status === undefined) return query
    if (status === 'expired') return query.where('status', 'in', ['pending', 'approved']).where('expires_at', '<=', now)
    const ofStatus = query.where('status', '=', status)
    return status === 'pending' || status === 'approved' ? ofStatus.where('expires_at', '>', now) : ofStatus
  }
  return {
    /** Answers whether the row was inserted: not where the same call has a live one. */
    insert: async (row: ApprovalRow) => {
      const inserted = await db.insertInto('session_approvals').values(row).onConflict((conflict) => conflict.column('live_digest').doNothing()).executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** Uses up the approval of a call; nobody else gets it. */
    claim: async (digest: string, now: string) => {
      const claimed = await db
        .updateTable('session_approvals')
        .set({ status: 'used', used_at: now, live_digest: null })
        .where('live_digest', '=', digest)
        .where('status', '=', 'approved')
        .where('expires_at', '>', now)
        .returning('id')
        .executeTakeFirst()
      return claimed !== undefined
    },
    findLive: (digest: string) => db.selectFrom('session_approvals').selectAll().where('live_digest', '=', digest).executeTakeFirst(),
    findLastUsed: (digest: string) =>
      db.selectFrom('session_approvals').select('used_at').where('digest', '=', digest).where('used_at', 'is not', null).orderBy('used_at', 'desc').limit(1).executeTakeFirst(),
    endExpired: (digest: string, now: string) =>
      db.updateTable('session_approvals').set({ live_digest: null }).where('live_digest', '=', digest).where('expires_at', '<=', now).execute(),
    decide: (projectId: string, sessionId: string, id: string, decision: Pick<ApprovalRow, 'status' | 'decided_at' | 'decided_by'>, now: string) =>
      db
        .updateTable('session_approvals')
        .set(decision)
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst(),
    find: (projectId: string, sessionId: string, id: string) =>
      db.selectFrom('session_approvals').selectAll().where('project_id', '=', projectId).where('session_id', '=', sessionId).where('id', '=', id).executeTakeFirst(),
    list: (projectId: string, sessionId: string, status: ApprovalStatus | undefined, now: string, page: PageRequest) =>
      filtered(projectId, sessionId, status, now).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
    count: async (projectId: string, sessionId: string, status: ApprovalStatus | undefined, now: string) => {
      const { count } = await filtered(projectId, sessionId, status, now).select((expression) => expression.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      return count
    },
    deleteOfSession: (projectId: string, sessionId: string) =>
      db.deleteFrom('session_approvals').where('project_id', '=', projectId).where('session_id', '=', sessionId).execute(),
    deleteSomeOfProject: async (projectId: string, limit: number) => {
      const some = db.selectFrom('session_approvals').select('id').where('project_id', '=', projectId).limit(limit)
      const deleted = await db.deleteFrom('session_approvals').where('id', 'in', some).executeTakeFirst()
      return Number(deleted.numDeletedRows)
    },
    deleteOlderThan: (time: string) => db.deleteFrom('session_approvals').where('created_at', '<', time).execute(),
  }
}
