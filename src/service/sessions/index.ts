import type { AccountsApi } from '../accounts/index.ts'
import type { ApprovalsApi } from '../approvals/index.ts'
import type { AuthConfigsApi } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Capability, RecordActivity } from '../endpoint/index.ts'
import type { ExecutionApi } from '../execution/index.ts'
import { observeCalls, type PlansApi } from '../plans/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import type { Uploads } from '../files/index.ts'
import type { Search } from '../search/index.ts'
import { cancelHandlers } from './cancel-handlers.ts'
import { sessionConnectionHandlers } from './connection-handlers.ts'
import { createExecuteInSession } from './execute-in-session.ts'
import { sessionHandlers } from './handlers.ts'
import { createListSessions } from './list-sessions.ts'
import { createSessionMcpKeys } from './mcp-keys/mcp-keys.ts'
import { createMetaTools, type Workbench } from './meta-tools/index.ts'
import { sessionMigrations } from './migrations.ts'
import { createOfferLink } from './offer-link.ts'
import { createResults } from './results/results.ts'
import { createRunInSession } from './run-in-session.ts'
import { createSearchSession } from './search-session.ts'
import { createSessionRules } from './session.ts'
import { sessionRetention } from './retention.ts'

type Needs = {
  projects: Projects
  catalog: Catalog
  authConfigs: AuthConfigsApi
  accounts: AccountsApi
  execution: ExecutionApi
  search: Search
  uploads: Uploads
  approvals: ApprovalsApi
  plans: PlansApi
  /** The workbench is created from sessions, so it is passed as a function. */
  workbench: () => Workbench | undefined
  recordActivity: RecordActivity
}

/**
 * Sessions define what an agent may do for a user, with meta tools, stored results and MCP keys.
 */
export const createSessions = (platform: Platform, needs: Needs) => {
  const { projects, catalog, search } = needs
  const { authConfigs, managedSchemes } = needs.authConfigs
  const { accounts, links, confirmConnection } = needs.accounts
  const { executeTool, sendThroughProxy, logs } = needs.execution
  const { approvals } = needs.approvals
  const { observations } = needs.plans
  const sessions = createSessionRules({ ...platform, projects, catalog, accounts, authConfigs })
  const connecting = { ...platform, accounts, authConfigs, links }
  const searchSession = createSearchSession({ ...needs, ...needs.plans, ...connecting })
  const mcpKeys = createSessionMcpKeys({ ...platform, projects })
  const results = createResults(platform)
  const offerLink = createOfferLink(connecting)
  const executeInSession = observeCalls(
    { ...platform, observations },
    createExecuteInSession({ sessions, accounts, approvals, results, offerLink, executeTool }),
  )
  const metaTools = createMetaTools({
    catalog,
    searchSession,
    executeInSession,
    accounts,
    offerLink,
    confirmConnection,
    results,
    workbench: needs.workbench,
  })
  const runInSession = createRunInSession({ ...platform, metaTools, executeInSession, logs })
  return {
    api: { sessions, mcpKeys, results, executeInSession, metaTools, runInSession },
    handlers: {
      tools: cancelHandlers({ ...platform, sessions }),
      sessions: {
        ...sessionHandlers({
          ...platform,
          ...needs,
          managedSchemes,
          rankToolkits: search.rankToolkits,
          sessions,
          listSessions: createListSessions(platform),
          searchSession,
          metaTools,
          runInSession,
          approvals,
          mcpKeys,
          results,
          accounts,
        }),
        ...sessionConnectionHandlers({ ...connecting, sessions, sendThroughProxy }),
      },
    },
    migrations: sessionMigrations,
    retention: sessionRetention(platform.kept, sessions),
  } satisfies Capability
}

export type SessionsApi = ReturnType<typeof createSessions>['api']

export { toRejectedOutcome, type ExecuteInSession } from './execute-in-session.ts'
export { findTool } from './find-tool.ts'
export { createKey } from './mcp-keys/create-key.ts'
export type { SessionMcpKeys } from './mcp-keys/mcp-keys.ts'
export {
  toToolOfSession,
  type MetaTool,
  type MetaTools,
  type Workbench,
} from './meta-tools/index.ts'
export type { Results } from './results/results.ts'
export { toOutline } from './results/to-outline.ts'
export type { RunInSession } from './run-in-session.ts'
export { sessionList } from './store.ts'
export type { OpenSession, Sessions } from './session.ts'
