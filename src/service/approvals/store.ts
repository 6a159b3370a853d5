import { sql } from 'kysely'
import type { ApprovalProof, ApprovalStatus } from '../../contract/session-approvals.ts'
import { minuteMs, toleranceMs } from '../platform/clock.ts'
import type { Handle } from '../platform/database/index.ts'
import { readPage, type List } from '../platform/lists/index.ts'
import type { PageRequest } from '../platform/pagination.ts'

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
    /** Digest of everything that the approval is bound to. */
    digest: string
    /**
     * The digest as long as the same call does not require a new approval: no two rows have the
     * same.
     */
    live_digest: string | null
    /** Encrypted; null where the project stores no data. */
    arguments: string | null
    /** Expiry is not stored as a status: `expires_at` determines it. */
    status: Exclude<ApprovalStatus, 'expired'>
    created_at: string
    expires_at: string
    decided_at: string | null
    decided_by: string | null
    used_at: string | null
    /** The minimum proof that its page requires; null if there is no page. */
    proof: ApprovalProof | null
    /** The number of attempts at the code. */
    code_attempts: number
    /**
     * The secret URL that needs no proof: its hash and its encrypted form; null if proof is always
     * required.
     */
    link_hash: string | null
    link_token: string | null
  }
}

export type ApprovalRow = Tables['session_approvals']

export const approvalLifetimeMs = 15 * minuteMs

/** What expires later than this was requested while a clock was ahead, and has expired. */
const latestExpiry = (now: string): string =>
  new Date(Date.parse(now) + approvalLifetimeMs + toleranceMs).toISOString()

/** That a row has not expired. */
const isLive = (now: string) =>
  sql<boolean>`(expires_at > ${now} and expires_at <= ${latestExpiry(now)})`

export const hasExpired = ({ expires_at: at }: Pick<ApprovalRow, 'expires_at'>, now: string) =>
  at <= now || at > latestExpiry(now)

const approvalList: List = {
  table: 'session_approvals',
  scope: 'project_id',
  filters: ['status', 'session_id', 'user_id', 'tool_slug'],
  counters: [
    { by: [] },
    { by: ['status'] },
    { by: ['user_id'] },
    { by: ['tool_slug'] },
    { within: 'user_id', by: ['tool_slug', 'status'] },
    { within: 'tool_slug', by: ['status'] },
  ],
}

export type ApprovalFilter = {
  sessionIds?: string[] | undefined
  userIds?: string[] | undefined
  tools?: string[] | undefined
  status?: ApprovalStatus | undefined
}

/** `liveSince`: unfinished approvals requested before have expired. */
const toSelection = (
  projectId: string,
  { sessionIds, userIds, tools, status }: ApprovalFilter,
  liveSince: string,
) => {
  const statuses = status === 'expired' ? ['pending', 'approved'] : status && [status]
  const bound = { column: 'created_at', value: liveSince }
  return {
    scope: projectId,
    where: { status: statuses, session_id: sessionIds, user_id: userIds, tool_slug: tools },
    ...(status === 'expired' && { until: bound }),
    ...((status === 'pending' || status === 'approved') && { since: bound }),
  }
}

/** SQL of approvals. */
export const approvalStore = (handle: Handle) => {
  const db = handle.withTables<Tables>()
  return {
    /** Returns whether the row was inserted; false if the same call has a live one. */
    insert: async (row: ApprovalRow) => {
      const inserted = await db
        .insertInto('session_approvals')
        .values(row)
        .onConflict((conflict) => conflict.column('live_digest').doNothing())
        .executeTakeFirst()
      return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** Consumes the approval of a call atomically and returns its id. */
    claim: async (digest: string, now: string) => {
      const claimed = await db
        .updateTable('session_approvals')
        .set({ status: 'used', used_at: now, live_digest: null })
        .where('live_digest', '=', digest)
        .where('status', '=', 'approved')
        .where(isLive(now))
        .returning('id')
        .executeTakeFirst()
      return claimed?.id
    },
    /** Counts an attempt at the code. Returns false once the limit is reached. */
    countCodeAttempt: async (id: string, maximum: number) => {
      const counted = await db
        .updateTable('session_approvals')
        .set((expression) => ({ code_attempts: expression('code_attempts', '+', 1) }))
        .where('id', '=', id)
        .where('code_attempts', '<', maximum)
        .executeTakeFirst()
      return counted.numUpdatedRows > 0n
    },
    findLive: (digest: string) =>
      db
        .selectFrom('session_approvals')
        .selectAll()
        .where('live_digest', '=', digest)
        .executeTakeFirst(),
    findLastUsed: (digest: string) =>
      db
        .selectFrom('session_approvals')
        .select('used_at')
        .where('digest', '=', digest)
        .where('used_at', 'is not', null)
        .orderBy('used_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    endExpired: (digest: string, now: string) =>
      db
        .updateTable('session_approvals')
        .set({ live_digest: null })
        .where('live_digest', '=', digest)
        .where(({ not }) => not(isLive(now)))
        .execute(),
    decide: (
      projectId: string,
      sessionId: string,
      id: string,
      decision: Pick<ApprovalRow, 'status' | 'decided_at' | 'decided_by'>,
      now: string,
    ) =>
      db
        .updateTable('session_approvals')
        .set(decision)
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .where(isLive(now))
        .returningAll()
        .executeTakeFirst(),
    find: (projectId: string, sessionId: string, id: string) =>
      db
        .selectFrom('session_approvals')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** The approval with this id, in any project. */
    findAnywhere: (id: string) =>
      db.selectFrom('session_approvals').selectAll().where('id', '=', id).executeTakeFirst(),
    findByLink: (linkHash: string) =>
      db
        .selectFrom('session_approvals')
        .selectAll()
        .where('link_hash', '=', linkHash)
        .executeTakeFirst(),
    /** Those of a user that wait for a decision on their page, newest first. */
    listPendingOfUser: (
      projectId: string,
      { userId, toolkits }: { userId: string; toolkits: readonly string[] | null },
      now: string,
      limit: number,
    ) => {
      const query = db
        .selectFrom('session_approvals')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('status', '=', 'pending')
        .where(isLive(now))
        .where('proof', 'is not', null)
      return (toolkits === null ? query : query.where('toolkit_slug', 'in', toolkits))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },
    findPending: (projectId: string, sessionId: string, ids: string[], now: string) =>
      db
        .selectFrom('session_approvals')
        .selectAll()
        .where('project_id', '=', projectId)
        .where('session_id', '=', sessionId)
        .where('id', 'in', ids)
        .where('status', '=', 'pending')
        .where(isLive(now))
        .execute(),
    page: (projectId: string, filter: ApprovalFilter, liveSince: string, page: PageRequest) =>
      readPage<ApprovalRow>(
        handle,
        approvalList,
        toSelection(projectId, filter, liveSince),
        { by: 'created_at', direction: 'desc' },
        page,
      ),
  }
}
