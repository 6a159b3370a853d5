import { hash } from 'node:crypto'
import type { Approval, ApprovalDecision, ApprovalStatus } from '../../../contract/session-approvals.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { deleteInPortions } from '../../platform/delete-in-portions.ts'
import type { Events } from '../../platform/events/index.ts'
import { createId } from '../../platform/ids.ts'
import { parsePage, toPage } from '../../platform/pagination.ts'
import { unlessDamaged } from '../../platform/secrets/index.ts'
import type { Project } from '../../projects/project.ts'
import { ServiceError } from '../../service-error.ts'
import { approvalStore, type ApprovalRow } from './store.ts'

/** One call, with everything that an approval of it is bound to. */
export type GuardedCall = {
  sessionId: string
  userId: string
  toolSlug: string
  toolkit: string
  version: string
  /** Null where the tool needs none. */
  accountId: string | null
  arguments: Record<string, unknown>
}

/** Whether a call may be made now; else what stands in its way. `usedAt`: when the same call was made under an earlier approval. */
export type Verdict = { granted: true } | { granted: false; approval: Approval; usedAt: string | null }

export type Approvals = ReturnType<typeof createApprovals>

const lifetimeMs = 15 * 60_000

/** What people decide on single calls. A decision holds for one call, with exactly the same arguments, for a quarter of an hour. */
export const createApprovals = (parts: { database: Database; events: Events; clock: Clock }) => {
  const store = approvalStore(parts.database.handle)
  const now = () => parts.clock.now().toISOString()

  parts.events.subscribe('project.deleted', 'session-approvals', ({ scope }) => deleteInPortions((limit) => store.deleteSomeOfProject(scope, limit)))

  const askOnce = async (project: Project, call: GuardedCall, digest: string): Promise<ApprovalRow | undefined> => {
    const row = toRow(project, call, digest, parts.clock.now())
    if (await store.insert(row)) return row
    await store.endExpired(digest, now())
    return store.findLive(digest)
  }

  return {
    /** Uses up the approval of this call, or asks for one. Of many equal calls at a time one is granted. */
    claim: async (project: Project, call: GuardedCall): Promise<Verdict> => {
      const digest = digestOf(project, call)
      for (;;) {
        if (await store.claim(digest, now())) return { granted: true }
        const row = await askOnce(project, call, digest)
        // Absent: it was used or ran out just now. Approved: it was decided just now.
        if (!row || row.status === 'approved') continue
        const lastUsed = await store.findLastUsed(digest)
        return { granted: false, approval: toApproval(project, row, now()), usedAt: lastUsed?.used_at ?? null }
      }
    },

    decide: async (project: Project, sessionId: string, id: string, decision: ApprovalDecision, keyId: string): Promise<Approval> => {
      const status = decision === 'approve' ? 'approved' : 'denied'
      const decided = await store.decide(project.id, sessionId, id, { status, decided_at: now(), decided_by: keyId }, now())
      if (decided) return toApproval(project, decided, now())
      const row = await store.find(project.id, sessionId, id)
      if (!row) throw new ServiceError('not_found', `The session has no approval "${id}"`, { suggestedFix: `GET /api/v3/tool_router/session/${sessionId}/approvals lists them` })
      const approval = toApproval(project, row, now())
      if (approval.status === status) return approval
      throw new ServiceError('unprocessable', `The approval ${id} is ${approval.status}, so it can't be decided any more`, { suggestedFix: 'Have the agent make the call again: that asks for a new approval' })
    },

    list: async (project: Project, sessionId: string, status: ApprovalStatus | undefined, query: Parameters<typeof parsePage>[0]) => {
      const page = parsePage(query)
      const time = parts.clock.now()
      const liveSince = new Date(time.getTime() - lifetimeMs).toISOString()
      const { rows, total, next } = await store.page(project.id, sessionId, status, liveSince, page)
      return toPage(rows.map((row) => toApproval(project, row, time.toISOString())), total, page, next)
    },

    deleteOfSession: (project: Project, sessionId: string) => store.deleteOfSession(project.id, sessionId),

    deleteOlderThan: (time: Date) => store.deleteOlderThan(time.toISOString()),
  }
}

const digestOf = (project: Project, call: GuardedCall): string => hash('sha256', canonicalJson({ ...call, project: project.id }), 'base64url')

const toRow = (project: Project, call: GuardedCall, digest: string, now: Date): ApprovalRow => {
  const id = createId('apr_')
  const storesData = project.config.log_visibility_setting === 'show_all'
  return {
    id,
    project_id: project.id,
    session_id: call.sessionId,
    user_id: call.userId,
    tool_slug: call.toolSlug,
    toolkit_slug: call.toolkit,
    tool_version: call.version,
    connected_account_id: call.accountId,
    digest,
    live_digest: digest,
    arguments: storesData ? project.dataKey.encrypt(JSON.stringify(call.arguments), { record: id, field: 'arguments' }) : null,
    status: 'pending',
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetimeMs).toISOString(),
    decided_at: null,
    decided_by: null,
    used_at: null,
  }
}

const toApproval = (project: Project, row: ApprovalRow, now: string): Approval => ({
  approval_id: row.id,
  session_id: row.session_id,
  user_id: row.user_id,
  tool_slug: row.tool_slug,
  toolkit: row.toolkit_slug,
  version: row.tool_version,
  connected_account_id: row.connected_account_id,
  arguments: row.arguments === null ? null : readArguments(project, row.id, row.arguments),
  status: (row.status === 'pending' || row.status === 'approved') && row.expires_at <= now ? 'expired' : row.status,
  created_at: row.created_at,
  expires_at: row.expires_at,
  decided_at: row.decided_at,
  used_at: row.used_at,
})

const readArguments = (project: Project, id: string, stored: string): Record<string, unknown> =>
  unlessDamaged(() => JSON.parse(project.dataKey.decrypt(stored, { record: id, field: 'arguments' })) as Record<string, unknown>, (unreadable) => ({ unreadable }))
