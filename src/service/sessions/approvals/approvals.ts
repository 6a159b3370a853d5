import { hash } from 'node:crypto'
import type { Approval, ApprovalDecision, ApprovalStatus } from '../../../contract/session-approvals.ts'
import { canonicalJson } from '../../platform/canonical-json.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import type { Events } from '../../platform/events/index.ts'
import { parsePage, toPage } from '../../platform/pagination.ts'
import type { Project } from '../../projects/project.ts'
import { ServiceError } from '../../service-error.ts'
import { readApprovalUrl } from './approval-link.ts'
import { approvalLifetimeMs, newApprovalRow, toApproval, type GuardedCall } from './approval-row.ts'
import { approvalStore, type ApprovalRow } from './store.ts'

export type { GuardedCall } from './approval-row.ts'

/** Whether a call may be made now; else what stands in its way. `usedAt`: when the same call was made under an earlier approval. */
export type Verdict = { granted: true } | { granted: false; approval: Approval; usedAt: string | null }

export type Approvals = ReturnType<typeof createApprovals>

/** What people decide on single calls. A decision holds for one call, with exactly the same arguments, for a quarter of an hour. */
export const createApprovals = (parts: { database: Database; events: Events; clock: Clock; publicUrl: () => string }) => {
  const store = approvalStore(parts.database.handle)
  const now = () => parts.clock.now().toISOString()
  const show = (project: Project, row: ApprovalRow): Approval => toApproval(project, row, { now: now(), publicUrl: parts.publicUrl() })

  parts.events.subscribe('project.deleted', 'session-approvals', ({ scope }) => deleteInBatches((limit) => store.deleteSomeOfProject(scope, limit)))

  const askOnce = async (project: Project, call: GuardedCall, digest: string, offersPage: boolean): Promise<ApprovalRow | undefined> => {
    const row = newApprovalRow(project, call, { digest, offersPage, now: parts.clock.now() })
    if (await store.insert(row)) return row
    await store.endExpired(digest, now())
    return store.findLive(digest)
  }

  return {
    /** Uses up the approval of this call, or asks for one, with a page to decide on or without. Of many equal calls at a time one is granted. */
    claim: async (project: Project, call: GuardedCall, { offersPage = true } = {}): Promise<Verdict> => {
      const digest = digestOf(project, call)
      for (;;) {
        if (await store.claim(digest, now())) return { granted: true }
        const row = await askOnce(project, call, digest, offersPage)
        // Absent: it was used or ran out just now. Approved: it was decided just now.
        if (!row || row.status === 'approved') continue
        const lastUsed = await store.findLastUsed(digest)
        return { granted: false, approval: show(project, row), usedAt: lastUsed?.used_at ?? null }
      }
    },

    /** `decidedBy`: the key that decided, or the page. */
    decide: async (project: Project, sessionId: string, id: string, decision: ApprovalDecision, decidedBy: string): Promise<Approval> => {
      const status = decision === 'approve' ? 'approved' : 'denied'
      const decided = await store.decide(project.id, sessionId, id, { status, decided_at: now(), decided_by: decidedBy }, now())
      if (decided) return show(project, decided)
      const row = await store.find(project.id, sessionId, id)
      if (!row) throw new ServiceError('not_found', `The session has no approval "${id}"`, { suggestedFix: `GET /api/v3/tool_router/session/${sessionId}/approvals lists them` })
      const approval = show(project, row)
      if (approval.status === status) return approval
      throw new ServiceError('unprocessable', `The approval ${id} is ${approval.status}, so it can't be decided any more`, { suggestedFix: 'Have the agent make the call again: that asks for a new approval' })
    },

    list: async (project: Project, sessionId: string, status: ApprovalStatus | undefined, query: Parameters<typeof parsePage>[0]) => {
      const page = parsePage(query)
      const liveSince = new Date(parts.clock.now().getTime() - approvalLifetimeMs).toISOString()
      const { rows, total, next } = await store.page(project.id, sessionId, status, liveSince, page)
      return toPage(rows.map((row) => show(project, row)), total, page, next)
    },

    /** Where a person decides on those of these approvals that still wait, by their ids. */
    pagesOf: async (project: Project, sessionId: string, ids: string[]): Promise<Map<string, string>> => {
      const rows = ids.length === 0 ? [] : await store.findPending(project.id, sessionId, ids, now())
      return new Map(rows.flatMap((row) => {
        const url = readApprovalUrl(project, row, parts.publicUrl())
        return url === null ? [] : [[row.id, url] as const]
      }))
    },

    deleteOfSession: (project: Project, sessionId: string) => deleteInBatches((limit) => store.deleteSomeOfSession(project.id, sessionId, limit)),

    deleteOlderThan: (time: Date) => deleteInBatches((limit) => store.deleteSomeOlderThan(time.toISOString(), limit)),
  }
}

const digestOf = (project: Project, call: GuardedCall): string => hash('sha256', canonicalJson({ ...call, project: project.id }), 'base64url')
