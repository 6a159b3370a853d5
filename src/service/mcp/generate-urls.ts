import type { Accounts } from '../accounts/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { listSome } from '../platform/list-some.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { toolkitsOf } from './check-configuration.ts'
import { readUrlSecret, type McpServer, type McpServers } from './mcp-server.ts'
import { toServerUrl } from './signed-url.ts'
import { mcpUrlRotationStore } from './store.ts'

type Parts = {
  database: Database
  servers: McpServers
  accounts: Accounts
  clock: Clock
  publicUrl: () => string
}

type UrlRequest = {
  serverId: string
  managedAuth?: boolean | undefined
  userIds: string[]
  accountIds: string[]
  expiresInSeconds?: number | undefined
}

/** Builds the URLs of a server for users and accounts, signed if the project requires no key. */
export const generateUrls = async (
  { database, servers, accounts, clock, publicUrl }: Parts,
  project: Project,
  { serverId, managedAuth, userIds, accountIds, expiresInSeconds }: UrlRequest,
) => {
  const server = await servers.get(project, serverId)
  const userOf = await findUsers(accounts, project, server, accountIds)
  const base = toBaseUrl(publicUrl(), serverId)
  const secret = project.config.require_mcp_api_key ? undefined : readUrlSecret(project, server)
  const generations = await mcpUrlRotationStore(database.handle).listOfUsers(project, serverId, [
    ...new Set([...userIds, ...userOf.values()]),
  ])
  const keyOf = (userId: string | undefined) =>
    secret === undefined ? undefined : { secret, generation: generations.get(userId ?? '') ?? 0 }
  const expires =
    secret === undefined || expiresInSeconds === undefined
      ? undefined
      : Math.floor(clock.now().getTime() / 1000) + expiresInSeconds
  const common = { serverId, managedAuth, expires }
  return {
    base,
    forUsers: userIds.map((userId) => toServerUrl(base, { ...common, userId }, keyOf(userId))),
    forAccounts: accountIds.map((accountId) =>
      toServerUrl(base, { ...common, accountId }, keyOf(userOf.get(accountId))),
    ),
    expiresAt: expires === undefined ? null : new Date(expires * 1000).toISOString(),
  }
}

/** The address of a server for MCP clients. */
export const toBaseUrl = (publicUrl: string, serverId: string): string =>
  `${publicUrl}/mcp/servers/${serverId}`

/** The user of each account; rejects accounts of toolkits that the server does not have. */
const findUsers = async (
  accounts: Accounts,
  project: Project,
  server: McpServer,
  ids: string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map()
  const toolkits = toolkitsOf(server)
  const { items } = await accounts.list(
    project,
    { ids, toolkits },
    { by: 'created_at', direction: 'desc' },
    { limit: 1000 },
  )
  const known = new Map(items.map(({ account }) => [account.id, account.userId]))
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length === 0) return known
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
