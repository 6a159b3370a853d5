import { hash } from 'node:crypto'
import { z } from 'zod'
import type {
  Approval,
  ApprovalDecision,
  ApprovalProof,
  ApprovalTicket,
} from '../../contract/session-approvals.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database, Handle } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import { parsePage, toPageOf } from '../platform/pagination.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import type { UserTickets } from '../projects/index.ts'
import { approvalCode } from './approval-code.ts'
import { readApprovalUrl, toProofUrl } from './approval-link.ts'
import { newApprovalRow, toApproval, type GuardedCall } from './approval-row.ts'
import {
  approvalLifetimeMs,
  approvalStore,
  type ApprovalFilter,
  type ApprovalRow,
} from './store.ts'

export type { GuardedCall } from './approval-row.ts'

/**
 * Whether a call may be made now, otherwise why not. `usedAt`: when the same call was made under an
 * earlier approval.
 */
export type Verdict =
  | { granted: true }
  | { granted: false; approval: Approval; usedAt: string | null }

/**
 * The audience of a page's URL: a browser or holder of the project's key, or a text that a model
 * reads.
 */
type PageReader = 'person' | 'model'

const expiryQueue = 'approval-expiry'
const expiring = z.object({ project: z.string(), session: z.string(), id: z.string() })

export type Approvals = ReturnType<typeof createApprovalRules>

/**
 * Decisions of people on single calls. A decision is valid for one call with identical arguments
 * for a quarter of an hour.
 */
export const createApprovalRules = (parts: {
  database: Database
  events: Events
  jobs: Jobs
  tickets: UserTickets
  clock: Clock
  publicUrl: () => string
}) => {
  const store = approvalStore(parts.database.handle)
  const now = () => parts.clock.now().toISOString()
  const show = (project: Project, row: ApprovalRow): Approval =>
    toApproval(project, row, { now: now(), publicUrl: parts.publicUrl() })

  const publish = (
    transaction: Handle,
    happened: ApprovalEvent,
    projectId: string,
    sessionId: string,
    id: string,
  ) =>
    // Every transition of an approval happens once.
    parts.events.publish(transaction, {
      id: `evt_${happened}_${id}`,
      type: `approval.${happened}`,
      scope: projectId,
      data: { id, session: sessionId },
    })

  parts.jobs.define(
    expiryQueue,
    { retryDelaysSeconds: [10, 60, 600], data: expiring },
    async ({ project, session, id }) => {
      const row = await store.find(project, session, id)
      if (row?.status !== 'pending' && row?.status !== 'approved') return
      await parts.database.transaction((transaction) =>
        publish(transaction, 'expired', project, session, id),
      )
    },
  )

  /** The call and its event are stored atomically. */
  const insert = (row: ApprovalRow): Promise<boolean> =>
    parts.database.transaction(async (transaction) => {
      if (!(await approvalStore(transaction).insert(row))) return false
      const { project_id: project, session_id: session, id } = row
      await publish(transaction, 'requested', project, session, id)
      // A second later, to allow for the clocks of other nodes.
      await parts.jobs.enqueue(
        transaction,
        expiryQueue,
        { project, session, id },
        { delaySeconds: approvalLifetimeMs / 1000 + 1 },
      )
      return true
    })

  const use = async (project: Project, call: GuardedCall, digest: string): Promise<boolean> => {
    if ((await store.findLive(digest))?.status !== 'approved') return false
    return parts.database.transaction(async (transaction) => {
      const id = await approvalStore(transaction).claim(digest, now())
      if (id !== undefined) await publish(transaction, 'used', project.id, call.sessionId, id)
      return id !== undefined
    })
  }

  const find = async (project: Project, sessionId: string, id: string): Promise<ApprovalRow> => {
    const row = await store.find(project.id, sessionId, id)
    if (row) return row
    throw new ServiceError('not_found', `The session has no approval "${id}"`, {
      suggestedFix: `GET /api/v3/tool_router/session/${sessionId}/approvals lists them`,
    })
  }

  const askOnce = async (
    project: Project,
    call: GuardedCall,
    digest: string,
    proof: ApprovalProof | null,
  ): Promise<ApprovalRow | undefined> => {
    const row = newApprovalRow(project, call, { digest, proof, now: parts.clock.now() })
    if (await insert(row)) return row
    await store.endExpired(digest, now())
    return store.findLive(digest)
  }

  return {
    /**
     * Consumes the approval of this call, or requests one. `proof` is the minimum that its page
     * requires; null for no page. Of concurrent identical calls one is granted.
     */
    claim: async (
      project: Project,
      call: GuardedCall,
      { proof = 'link' }: { proof?: ApprovalProof | null } = {},
    ): Promise<Verdict> => {
      const digest = digestOf(project, call)
      for (;;) {
        if (await use(project, call, digest)) return { granted: true }
        const row = await askOnce(project, call, digest, proof)
        // Absent: just used or expired. Approved: just decided.
        if (!row || row.status === 'approved') continue
        const lastUsed = await store.findLastUsed(digest)
        return { granted: false, approval: show(project, row), usedAt: lastUsed?.used_at ?? null }
      }
    },

    /** `decidedBy` is the key that decided, or how the page was opened. */
    decide: async (
      project: Project,
      sessionId: string,
      id: string,
      decision: ApprovalDecision,
      decidedBy: string,
    ): Promise<Approval> => {
      const status = decision === 'approve' ? 'approved' : 'denied'
      const decided = await parts.database.transaction(async (transaction) => {
        const row = await approvalStore(transaction).decide(
          project.id,
          sessionId,
          id,
          { status, decided_at: now(), decided_by: decidedBy },
          now(),
        )
        if (row) await publish(transaction, status, project.id, sessionId, id)
        return row
      })
      if (decided) return show(project, decided)
      const approval = show(project, await find(project, sessionId, id))
      if (approval.status === status) return approval
      throw new ServiceError(
        'unprocessable',
        `The approval ${id} is ${approval.status}, so it can no longer be decided`,
        { suggestedFix: 'Have the agent make the call again: that requests a new approval' },
      )
    },

    list: async (
      project: Project,
      filter: ApprovalFilter,
      query: Parameters<typeof parsePage>[0],
    ) => {
      const page = parsePage(query)
      const liveSince = new Date(parts.clock.now().getTime() - approvalLifetimeMs).toISOString()
      const found = await store.page(project.id, filter, liveSince, page)
      return toPageOf(found, page, (row) => show(project, row))
    },

    /** Issues a ticket with which a user who is signed in at the project decides on the page. */
    createTicket: async (
      project: Project,
      sessionId: string,
      id: string,
      { userId, expiresInSeconds }: { userId: string; expiresInSeconds: number },
    ): Promise<ApprovalTicket> => {
      const row = await find(project, sessionId, id)
      if (row.user_id !== userId)
        throw new ServiceError('forbidden', `The approval ${id} is for a different user`, {
          suggestedFix: 'Have the user of the session sign in',
        })
      const page = toProofUrl(row, parts.publicUrl())
      const { status } = show(project, row)
      if (status !== 'pending')
        throw new ServiceError(
          'unprocessable',
          `The approval ${id} is ${status}, so it can no longer be decided`,
          { suggestedFix: 'Have the agent make the call again: that requests a new approval' },
        )
      if (page === null)
        throw new ServiceError('unprocessable', `The approval ${id} has no page`, {
          suggestedFix:
            'Decide with a key of the project, or create sessions without approvals.offer_links: false in a project that stores data',
        })
      const { text, ticket } = await parts.tickets.create(project, {
        userId,
        approvalId: id,
        expiresInSeconds,
      })
      return {
        ticket: text,
        approval_url: `${page}?ticket=${text}`,
        expires_at: ticket.expiresAt,
      }
    },

    /**
     * The content of an approval's events; `undefined` once it is deleted. The code is only for its
     * user.
     */
    describe: async (
      project: Project,
      sessionId: string,
      id: string,
    ): Promise<DescribedApproval | undefined> => {
      const row = await store.find(project.id, sessionId, id)
      if (!row) return undefined
      const takesCode = row.proof === 'link' || row.proof === 'code'
      return {
        approval: show(project, row),
        provingUrl: toProofUrl(row, parts.publicUrl()),
        code: takesCode ? approvalCode(project, id) : null,
      }
    },

    /** The URLs to decide on the pending ones of these approvals, by id. */
    pagesOf: async (
      project: Project,
      sessionId: string,
      ids: string[],
      reader: PageReader,
    ): Promise<Map<string, string>> => {
      const rows =
        ids.length === 0 ? [] : await store.findPending(project.id, sessionId, ids, now())
      return new Map(
        rows.flatMap((row) => {
          const url =
            reader === 'model'
              ? toProofUrl(row, parts.publicUrl())
              : readApprovalUrl(project, row, parts.publicUrl())
          return url === null ? [] : [[row.id, url] as const]
        }),
      )
    },
  }
}

type ApprovalEvent = 'requested' | 'approved' | 'denied' | 'used' | 'expired'

type DescribedApproval = {
  approval: Approval
  provingUrl: string | null
  code: string | null
}

const digestOf = (project: Project, call: GuardedCall): string =>
  hash('sha256', canonicalJson({ ...call, project: project.id }), 'base64url')
