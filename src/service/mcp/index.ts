import type { AccountsApi } from '../accounts/index.ts'
import type { ApprovalsApi } from '../approvals/index.ts'
import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Authenticate, Capability, Project } from '../endpoint/index.ts'
import type { ExecutionApi } from '../execution/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import type { SessionsApi } from '../sessions/index.ts'
import { mcpHandlers } from './handlers.ts'
import { createMcpServers } from './mcp-server.ts'
import { mcpMigrations } from './migrations.ts'
import { mountMcp } from './protocol/mount-mcp.ts'
import { createServerAccess } from './server-access.ts'
import { createServerInstances } from './server-instance.ts'
import { mcpRetention } from './retention.ts'

type Needs = {
  projects: Projects & { authenticate: Authenticate }
  catalog: Catalog
  authConfigs: AuthConfigs
  accounts: AccountsApi
  execution: ExecutionApi
  approvals: ApprovalsApi
  sessions: SessionsApi
  /** Whether users of the project can prove their identity on the page of an approval. */
  takesProof: (project: Project) => Promise<boolean>
  corsOrigins: readonly string[] | undefined
}

/** Configured MCP servers, and the MCP endpoints of sessions and servers. */
export const createMcp = (platform: Platform, needs: Needs) => {
  const { projects, catalog, authConfigs, sessions, takesProof, corsOrigins = [] } = needs
  const { accounts, links } = needs.accounts
  const servers = createMcpServers({ ...platform, catalog, authConfigs })
  const instances = createServerInstances({ ...platform, servers, accounts })
  const access = createServerAccess({ ...platform, projects, accounts })
  return {
    api: { rotateAllUrlsOfUser: servers.rotateAllUrlsOfUser },
    handlers: { mcp: mcpHandlers({ ...platform, servers, instances, catalog, accounts }) },
    migrations: mcpMigrations,
    retention: mcpRetention,
    mounts: [
      (app, served) =>
        mountMcp(app, {
          ...platform,
          ...served,
          ...sessions,
          ...needs.approvals,
          sessionKeys: sessions.mcpKeys,
          authenticate: projects.authenticate,
          access,
          takesProof,
          servers,
          catalog,
          accounts,
          authConfigs,
          links,
          executeTool: needs.execution.executeTool,
          corsOrigins,
        }),
    ],
  } satisfies Capability
}
