import type { Accounts } from '../accounts/account.ts'
import { listSome } from '../platform/list-some.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { toolkitsOf } from './check-configuration.ts'
import { readUrlSecret, type McpServer, type McpServers } from './mcp-server.ts'
import { toServerUrl } from './signed-url.ts'

type Parts = { servers: McpServers; accounts: Accounts; publicUrl: () => string }

export type UrlRequest = {
  serverId: string
  managedAuth?: boolean | undefined
  userIds: string[]
  accountIds: string[]
}

/** Builds the URLs of a server for users and accounts, signed where the project requires no key. */
export const generateUrls = async (
  { servers, accounts, publicUrl }: Parts,
  project: Project,
  { serverId, managedAuth, userIds, accountIds }: UrlRequest,
) => {
  const server = await servers.get(project, serverId)
  await refuseForeignAccounts(accounts, project, server, accountIds)
  const base = toBaseUrl(publicUrl(), serverId)
  const secret = project.config.require_mcp_api_key ? undefined : readUrlSecret(project, server)
  return {
    base,
    forUsers: userIds.map((userId) => toServerUrl(base, { serverId, managedAuth, userId }, secret)),
    forAccounts: accountIds.map((accountId) =>
      toServerUrl(base, { serverId, managedAuth, accountId }, secret),
    ),
  }
}

/** Where MCP clients reach a server. */
export const toBaseUrl = (publicUrl: string, serverId: string): string =>
  `${publicUrl}/mcp/servers/${serverId}`

const refuseForeignAccounts = async (
  accounts: Accounts,
  project: Project,
  server: McpServer,
  ids: string[],
): Promise<void> => {
  if (ids.length === 0) return
  const toolkits = toolkitsOf(server)
  const { items } = await accounts.list(
    project,
    { ids, toolkits },
    { by: 'created_at', direction: 'desc' },
    { limit: 1000 },
  )
  const known = new Set(items.map(({ account }) => account.id))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  throw new ServiceError(
    'not_found',
    `The project has no such connected account of the toolkits of this MCP server: ${listSome(unknown)}`,
    {
      suggestedFix: `Name connected accounts of ${listSome(toolkits)}; GET /api/v3/connected_accounts lists them`,
      errors: unknown.map(
        (id) =>
          `body.connected_account_ids: there is no connected account "${id}" of the server's toolkits`,
      ),
    },
  )
}
