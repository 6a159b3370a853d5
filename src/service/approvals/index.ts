import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import { createApprovalPage, type SessionLookup } from './approval-page.ts'
import { createApprovalRules } from './approvals.ts'
import { approvalMigrations } from './migrations.ts'
import { approvalRetention } from './retention.ts'

type Needs = { projects: Projects; catalog: Catalog; sessions: SessionLookup }

/** Approvals: calls that wait for a person's decision. */
export const createApprovals = (platform: Platform, needs: Needs) => {
  const approvals = createApprovalRules(platform)
  return {
    migrations: approvalMigrations,
    retention: approvalRetention(platform.retentionDays),
    api: { approvals, approvalPage: createApprovalPage({ ...platform, ...needs, approvals }) },
  } satisfies Capability
}

export type ApprovalsApi = ReturnType<typeof createApprovals>['api']

export type { ApprovalPage, ApprovalView, RequiredProof, ProofProblem } from './approval-page.ts'
export type { Approvals, Verdict } from './approvals.ts'
export type { ShownArgument, ShownArguments } from './show-arguments.ts'
