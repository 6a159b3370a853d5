import type { Approval, ApprovalDecision } from '../../contract/session-approvals.ts'
import type { Catalog } from '../catalog/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { hashToken, isShortCode } from '../platform/secrets/index.ts'
import type { Project } from '../endpoint/index.ts'
import {
  shownProject,
  type ShownProject,
  type Projects,
  type UserTicket,
  type UserTickets,
} from '../projects/index.ts'
import { ServiceError } from '../service-error.ts'
import { approvalCode, maximumCodeAttempts } from './approval-code.ts'
import { toApproval } from './approval-row.ts'
import type { Approvals } from './approvals.ts'
import { describeCall, type DescribedCall } from './describe-call.ts'
import { isThere, type SessionLookup } from './session-lookup.ts'
import { approvalStore, type ApprovalRow } from './store.ts'

/** The content of an approval's page. */
export type ApprovalView = DescribedCall & {
  project: ShownProject
  /** Null if only the decision is required. */
  asks: RequiredProof | null
  status: Approval['status']
  decidedAt: string | null
  expiresAt: string
}

/** The proof that a page requires when a model may know its URL. */
export type RequiredProof = {
  takesCode: boolean
  /** The project's sign-in URL. */
  signInUrl: string | null
  /** Why the given proof was not accepted. */
  problem: ProofProblem | null
}
export type ProofProblem = 'code' | 'attempts' | 'ticket'

/** The proof that a person submits. */
type SubmittedProof = { ticket?: string | undefined; code?: string | undefined }

export type ApprovalPage = ReturnType<typeof createApprovalPage>

type Parts = {
  database: Database
  projects: Projects
  sessions: SessionLookup
  catalog: Catalog
  approvals: Approvals
  tickets: UserTickets
  clock: Clock
  publicUrl: () => string
}

/** `isOpen`: found by the secret URL, which needs no proof. */
type Found = { project: Project; row: ApprovalRow; approval: Approval; isOpen: boolean }

/** How the proof was given, or why it failed; null without a proof. */
type Proof = { by: 'page' | 'code' | 'ticket' } | { problem: ProofProblem | null }

/**
 * The rules of the page on which a person decides on a call. The secret URL is sufficient; the URL
 * with the approval's id, which models know, also requires a code or a ticket. Decisions are final.
 */
export const createApprovalPage = (parts: Parts) => {
  const store = approvalStore(parts.database.handle)

  const find = async (token: string): Promise<Found | undefined> => {
    const isOpen = !token.startsWith('apr_')
    const row =
      token.length > 200
        ? undefined
        : isOpen
          ? await store.findByLink(hashToken(token))
          : await store.findAnywhere(token)
    if (!isOpen && row?.proof === null) return undefined
    const project = row && (await parts.projects.get(row.project_id))
    if (!project || !(await isThere(parts.sessions, project, row.session_id))) return undefined
    return {
      isOpen,
      project,
      row,
      approval: toApproval(project, row, {
        now: timestamp(parts.clock),
        publicUrl: parts.publicUrl(),
      }),
    }
  }

  const prove = async (
    { isOpen, project, row }: Found,
    { ticket, code }: SubmittedProof,
  ): Promise<Proof> => {
    if (isOpen) return { by: 'page' }
    if (ticket !== undefined)
      return isTicketFor(project, row, await parts.tickets.find(ticket))
        ? { by: 'ticket' }
        : { problem: 'ticket' }
    if (row.proof === 'ticket' || code === undefined) return { problem: null }
    // Counted before the check, so that concurrent attempts can't exceed the limit.
    if (!(await store.countCodeAttempt(row.id, maximumCodeAttempts))) return { problem: 'attempts' }
    return isShortCode(approvalCode(project, row.id), code) ? { by: 'code' } : { problem: 'code' }
  }

  /** Read again, since someone else may have decided meanwhile. */
  const decideOnce = async (
    { project, approval }: Found,
    token: string,
    decision: ApprovalDecision,
    by: string,
  ): Promise<Approval | undefined> => {
    try {
      return await parts.approvals.decide(
        project,
        approval.session_id,
        approval.approval_id,
        decision,
        by,
      )
    } catch (error) {
      if (
        error instanceof ServiceError &&
        (error.slug === 'unprocessable' || error.slug === 'not_found')
      )
        return (await find(token))?.approval
      throw error
    }
  }

  return {
    /**
     * Returns the content of the page; changes nothing, so link previews decide nothing.
     * `undefined`: the approval does not exist or was deleted.
     */
    open: async (
      token: string,
      { ticket }: Pick<SubmittedProof, 'ticket'> = {},
    ): Promise<ApprovalView | undefined> => {
      const found = await find(token)
      return found && toView(parts.catalog, found, await prove(found, { ticket }))
    },

    /** Decides by the same rules as a request with the project's key, and returns the new state. */
    decide: async (
      token: string,
      decision: ApprovalDecision,
      given: SubmittedProof = {},
    ): Promise<ApprovalView | undefined> => {
      const found = await find(token)
      if (!found) return undefined
      const proof: Proof =
        found.approval.status === 'pending' ? await prove(found, given) : { problem: null }
      const view = await toView(parts.catalog, found, proof)
      if (
        view.status !== 'pending' ||
        !('by' in proof) ||
        (decision === 'approve' && !view.arguments)
      )
        return view
      const decided = await decideOnce(found, token, decision, proof.by)
      return decided && { ...view, status: decided.status, decidedAt: decided.decided_at }
    },
  }
}

/** A connect token of the user counts as well, since its bearer decides on all their approvals. */
const isTicketFor = (project: Project, row: ApprovalRow, ticket: UserTicket | undefined): boolean =>
  ticket?.projectId === project.id &&
  ticket.userId === row.user_id &&
  (ticket.approvalId === null || ticket.approvalId === row.id) &&
  (ticket.toolkits === null || ticket.toolkits.includes(row.toolkit_slug))

const toAskedProof = ({ project, row }: Found, proof: Proof): RequiredProof | null =>
  'by' in proof
    ? null
    : {
        takesCode:
          row.proof !== 'ticket' &&
          row.code_attempts < maximumCodeAttempts &&
          proof.problem !== 'attempts',
        signInUrl: toSignInUrl(project, row),
        problem: proof.problem,
      }

const toSignInUrl = ({ config }: Project, { session_id, id }: ApprovalRow): string | null => {
  if (!config.approval_sign_in_url) return null
  const url = new URL(config.approval_sign_in_url)
  url.searchParams.set('session_id', session_id)
  url.searchParams.set('approval_id', id)
  return url.href
}

const toView = async (catalog: Catalog, found: Found, proof: Proof): Promise<ApprovalView> => {
  const { project, row, approval } = found
  return {
    project: shownProject(project),
    ...(await describeCall(catalog, project, row)),
    asks: toAskedProof(found, proof),
    status: approval.status,
    decidedAt: approval.decided_at,
    expiresAt: approval.expires_at,
  }
}
