import type { AccountsApi } from '../accounts/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import { createPatience } from './answers/index.ts'
import { createCheckConnection } from './check-connection.ts'
import { createExecuteTool } from './execute-tool.ts'
import { createExecutionLogs } from './execution-log.ts'
import { executeHandlers, logHandlers } from './handlers.ts'
import { createInspectAccount } from './inspect-account/inspect-account.ts'
import { createVerifyAccount } from './inspect-account/verify-account.ts'
import { createListingAccounts } from './listing-accounts.ts'
import type { McpCallParts } from './mcp-request/index.ts'
import { executionMigrations } from './migrations.ts'
import { createProxy } from './proxy/proxy.ts'
import type { SendingParts } from './sending-parts.ts'
import { traceExecution } from './trace-execution.ts'
import { executionRetention } from './retention.ts'

type Needs = {
  catalog: Catalog & Pick<McpCallParts, 'refreshToolkit'>
  authConfigs: AuthConfigs
  accounts: AccountsApi
} & Pick<SendingParts, 'timeoutMs' | 'maximumResponseBytes'>

/** Tool calls and the proxy with users' accounts, and their logs. */
export const createExecution = (platform: Platform, needs: Needs) => {
  const { catalog, authConfigs, timeoutMs, maximumResponseBytes } = needs
  const { accounts, keepAlive } = needs.accounts
  const { refreshToolkit } = catalog
  const logs = createExecutionLogs(platform)
  const parts = { ...platform, accounts, keepAlive, logs, timeoutMs, maximumResponseBytes }
  const executeTool = traceExecution(
    platform.tracing,
    createExecuteTool({
      ...parts,
      catalog,
      refreshToolkit,
      readGraphQlTypes: catalog.readGraphQlTypes,
      patience: createPatience(),
      projector: platform.projector,
    }),
  )
  const sendThroughProxy = createProxy(parts)
  return {
    api: {
      executeTool,
      sendThroughProxy,
      logs,
      checkConnection: createCheckConnection({ catalog }),
      inspectAccount: createInspectAccount({ ...platform, keepAlive, catalog }),
      verifyAccount: createVerifyAccount({ ...platform, keepAlive }),
      listingAccounts: createListingAccounts({ ...platform, accounts, catalog, keepAlive }),
      /** The parts with which triggers send their requests. */
      sendingParts: parts satisfies SendingParts as SendingParts,
    },
    handlers: {
      tools: executeHandlers({ catalog, accounts, authConfigs, executeTool, sendThroughProxy }),
      logs: logHandlers({ catalog, logs }),
    },
    migrations: executionMigrations,
    retention: executionRetention(platform.kept),
  } satisfies Capability
}

export type ExecutionApi = ReturnType<typeof createExecution>['api']

export { callAsAccount, type AccountCalls } from './call-as-account.ts'
export type { ExecuteTool, ToolOutcome } from './execute-tool.ts'
export type { ExecutionLogs } from './execution-log.ts'
export type { LoggedCall } from './store.ts'
export { explainNamed } from './explain-named.ts'
export { toAccountTarget } from './proxy/choose-target.ts'
export type { ProxyTarget } from './proxy/proxy-target.ts'
export type { SendThroughProxy } from './proxy/proxy.ts'
export { describeNothing } from './select-from.ts'
export type { SendingParts } from './sending-parts.ts'
export { toExecutionResult } from './to-execution-result.ts'
export type { VerifyAccount } from './inspect-account/verify-account.ts'
export { ToolFailure } from './tool-failure.ts'
