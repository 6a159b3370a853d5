import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects, UserTickets } from '../projects/index.ts'
import { createApprovalPage } from './approval-page.ts'
import { createApprovalRules } from './approvals.ts'
import { approvalHandlers } from './handlers.ts'
import { approvalMigrations } from './migrations.ts'
import { approvalRetention } from './retention.ts'
import type { SessionLookup } from './session-lookup.ts'
import { createUserApprovals } from './user-approvals.ts'

type Needs = { projects: Projects; tickets: UserTickets; catalog: Catalog; sessions: SessionLookup }

/** Approvals: calls that wait for a person's decision. */
export const createApprovals = (platform: Platform, needs: Needs) => {
  const approvals = createApprovalRules({ ...platform, tickets: needs.tickets })
  const parts = { ...platform, ...needs, approvals }
  return {
    handlers: { approvals: approvalHandlers({ approvals }) },
    migrations: approvalMigrations,
    retention: approvalRetention(platform.kept),
    api: {
      approvals,
      approvalPage: createApprovalPage(parts),
      userApprovals: createUserApprovals(parts),
    },
  } satisfies Capability
}

export type ApprovalsApi = ReturnType<typeof createApprovals>['api']

export type { ApprovalPage, ApprovalView, RequiredProof, ProofProblem } from './approval-page.ts'
export type { Approvals, Verdict } from './approvals.ts'
export type { ShownArgument, ShownArguments } from './show-arguments.ts'
export type { UserApprovals, WaitingApproval } from './user-approvals.ts'
