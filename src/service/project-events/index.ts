import type { AccountsApi } from '../accounts/index.ts'
import type { ApprovalsApi } from '../approvals/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import { createDescribeEvent } from './describe-event.ts'
import { projectEventHandlers } from './handlers.ts'
import { projectEventMigrations } from './migrations.ts'
import { createProjectEventRules } from './project-events.ts'
import { recordEvents } from './record-events.ts'
import { projectEventRetention } from './retention.ts'

type Needs = { projects: Projects; accounts: AccountsApi; approvals: ApprovalsApi }

/** What happened in a project, as a stream that clients read. */
export const createProjectEvents = (platform: Platform, needs: Needs) => {
  const { projects } = needs
  const { accounts } = needs.accounts
  const { approvals } = needs.approvals
  const projectEvents = createProjectEventRules(platform)
  const describeEvent = createDescribeEvent({ accounts, approvals })
  recordEvents({ ...platform, projects, describeEvent, projectEvents })
  return {
    api: { describeEvent, newest: projectEvents.newest },
    handlers: { triggerInstances: projectEventHandlers({ projectEvents }) },
    migrations: projectEventMigrations,
    retention: projectEventRetention(platform.kept),
  } satisfies Capability
}

export type ProjectEventsApi = ReturnType<typeof createProjectEvents>['api']

export { createOccupy } from './create-occupy.ts'
export { reportedEvents, type DescribeEvent, type ReportedEvent } from './describe-event.ts'
