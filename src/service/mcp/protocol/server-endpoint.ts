import type { Accounts, ConnectedAccount, Links } from '../../accounts/index.ts'
import type { AuthConfigs } from '../../auth-configs/index.ts'
import type { Catalog } from '../../catalog/index.ts'
import type { ExecuteTool } from '../../execution/index.ts'
import type { Authenticate } from '../../endpoint/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ServiceError } from '../../service-error.ts'
import { toolkitsOf } from '../check-configuration.ts'
import { unknownMcpServer, type McpServer, type McpServers } from '../mcp-server.ts'
import type { ServerAccess } from '../server-access.ts'
import { authorizeServer, type McpServerCaller } from './authorize.ts'
import type { ServeTools } from './load-engine.ts'
import type { Endpoint } from './mount-endpoint.ts'
import { readKeys } from './read-keys.ts'
import { readServerUrl, type ServerUrl } from './read-server-url.ts'
import { createServerSource } from './server-source.ts'

type Parts = {
  authenticate: Authenticate
  access: ServerAccess
  servers: McpServers
  catalog: Catalog
  accounts: Accounts
  authConfigs: AuthConfigs
  links: Links
  clock: Clock
  executeTool: ExecuteTool
  publicUrl: () => string
  serveTools: ServeTools
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `/mcp/servers/{id}`: the tools of a configured server, for the user of the URL or the key. */
export const serverEndpoint = (parts: Parts): Endpoint => ({
  path: '/mcp/servers/:id',
  operation: 'mcp.server',
  open: async (context) => {
    const id = (context.req.param('id') ?? '').toLowerCase()
    const url = readServerUrl(id, new URL(context.req.url).searchParams)
    const keys = readKeys((name) => context.req.header(name))
    // Callers without a key must not learn which ids exist.
    const visitor = await authorizeServer(parts, url, keys)
    if (!uuid.test(id)) throw unknownMcpServer(id)
    const server = await parts.servers.open(visitor.project, id)
    const use = {
      project: visitor.project,
      server,
      managedAuth: managedAuthOf(visitor, url),
      ...(await findUser(parts, visitor, server, url)),
    }
    return { visitor, offer: await parts.serveTools(createServerSource(parts, use)) }
  },
})

/** Nothing of the URL is signed beside a user's key, so it can only take away. */
const managedAuthOf = (
  { userId }: McpServerCaller,
  { managedAuth }: ServerUrl,
): ServerUrl['managedAuth'] => (userId !== undefined && managedAuth ? undefined : managedAuth)

/** By an auth config of the server, where it has any for the toolkit. */
const isBound = ({ authConfigs }: McpServer, { toolkit, authConfigId }: ConnectedAccount) => {
  const own = authConfigs.filter((config) => config.toolkit === toolkit)
  return own.length === 0 || own.some(({ id }) => id === authConfigId)
}

/** The user comes from the key or from the URL. */
const findUser = async (
  { accounts }: Parts,
  visitor: McpServerCaller,
  server: McpServer,
  { subject }: ServerUrl,
): Promise<{ userId: string; account?: ConnectedAccount }> => {
  if (subject && 'accountId' in subject) {
    const account = await accounts.get(visitor.project, subject.accountId)
    const isUsers =
      visitor.userId === undefined ||
      (account.userId === visitor.userId && isBound(server, account))
    if (isUsers && toolkitsOf(server).includes(account.toolkit))
      return { userId: account.userId, account }
    throw new ServiceError(
      'not_found',
      `The MCP server has no connected account "${subject.accountId}"`,
      { suggestedFix: 'Name a connected account of its toolkits, or a user_id' },
    )
  }
  const userId = visitor.userId ?? subject?.userId
  if (userId !== undefined) return { userId }
  throw new ServiceError('invalid_request', 'The URL does not say whose accounts are used', {
    suggestedFix:
      "Add ?user_id= or ?connected_account_id= to the URL, or use a user's key of this server",
    errors: ['query.user_id: is required'],
  })
}
