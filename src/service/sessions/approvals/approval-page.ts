import type { Approval, ApprovalDecision } from '../../../contract/session-approvals.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { timestamp, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { hashToken } from '../../platform/secrets/index.ts'
import type { Project, Projects } from '../../projects/project.ts'
import { ServiceError } from '../../service-error.ts'
import type { Sessions } from '../session.ts'
import { readArguments, toApproval } from './approval-row.ts'
import type { Approvals } from './approvals.ts'
import { makeVisible, showArguments, type ShownArguments } from './show-arguments.ts'
import { approvalStore, type ApprovalRow } from './store.ts'

/** What the page of an approval says of the call. */
export type ApprovalView = {
  project: { name: string; logoUrl: string | null }
  toolkit: { name: string; logo: string | null }
  tool: { slug: string; name: string; isDestructive: boolean }
  userId: string
  accountId: string | null
  /** Absent where what is stored of them was damaged: then the call cannot be approved. */
  arguments: ShownArguments | undefined
  status: Approval['status']
  decidedAt: string | null
  expiresAt: string
}

export type ApprovalPage = ReturnType<typeof createApprovalPage>

type Parts = { database: Database; projects: Projects; sessions: Sessions; catalog: Catalog; approvals: Approvals; clock: Clock; publicUrl: () => string }

type Found = { project: Project; row: ApprovalRow; approval: Approval }

/** The rules behind the page on which a person decides on a call. Whoever holds its address may; what is decided stays. */
export const createApprovalPage = (parts: Parts) => {
  const find = async (token: string): Promise<Found | undefined> => {
    const row = token.length <= 200 ? await approvalStore(parts.database.handle).findByLink(hashToken(token)) : undefined
    const project = row && (await parts.projects.get(row.project_id))
    if (!project || !(await isThere(parts.sessions, project, row.session_id))) return undefined
    return { project, row, approval: toApproval(project, row, { now: timestamp(parts.clock), publicUrl: parts.publicUrl() }) }
  }

  /** What holds then: somebody else may have decided since it was read. */
  const decideOnce = async ({ project, approval }: Found, token: string, decision: ApprovalDecision): Promise<Approval | undefined> => {
    try {
      return await parts.approvals.decide(project, approval.session_id, approval.approval_id, decision, 'page')
    } catch (error) {
      if (error instanceof ServiceError && (error.slug === 'unprocessable' || error.slug === 'not_found')) return (await find(token))?.approval
      throw error
    }
  }

  return {
    /** What is asked, or was; changes nothing, so a preview of the address decides nothing. `undefined`: there is no such approval, or no longer. */
    open: async (token: string): Promise<ApprovalView | undefined> => {
      const found = await find(token)
      return found && toView(parts.catalog, found)
    },

    /** Decides by the same rule as a key of the project, and answers with what holds then. */
    decide: async (token: string, decision: ApprovalDecision): Promise<ApprovalView | undefined> => {
      const found = await find(token)
      if (!found) return undefined
      const view = await toView(parts.catalog, found)
      if (view.status !== 'pending' || (decision === 'approve' && !view.arguments)) return view
      const decided = await decideOnce(found, token, decision)
      return decided && { ...view, status: decided.status, decidedAt: decided.decided_at }
    },
  }
}

const isThere = async (sessions: Sessions, project: Project, id: string): Promise<boolean> => {
  try {
    return (await sessions.open(project, id)).id === id
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return false
    throw error
  }
}

const toView = async (catalog: Catalog, { project, row, approval }: Found): Promise<ApprovalView> => {
  const toolkit = (await catalog.listToolkits(project)).get(row.toolkit_slug)?.definition
  const tool = (await catalog.findTool(project, row.tool_slug, row.tool_version))?.definition
  const given = readArguments(project, row, () => null)
  return {
    project: { name: project.config.display_name ?? project.name, logoUrl: project.config.logo_url ?? null },
    toolkit: { name: makeVisible(toolkit?.name ?? row.toolkit_slug), logo: toolkit?.logo ?? null },
    tool: { slug: row.tool_slug, name: makeVisible(tool?.name ?? row.tool_slug), isDestructive: tool?.tags.includes('destructiveHint') ?? true },
    userId: makeVisible(row.user_id),
    accountId: row.connected_account_id,
    arguments: given === null ? undefined : showArguments(given, tool?.inputParameters),
    status: approval.status,
    decidedAt: approval.decided_at,
    expiresAt: approval.expires_at,
  }
}
