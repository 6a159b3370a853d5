import type { Accounts } from '../accounts/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createUuid } from '../platform/ids.ts'
import { toPageOf } from '../platform/pagination.ts'
import type { Project } from '../endpoint/index.ts'
import { ServiceError } from '../service-error.ts'
import { createKey } from '../sessions/index.ts'
import { toolkitsOf } from './check-configuration.ts'
import { unknownMcpServer, type McpServer, type McpServers } from './mcp-server.ts'
import { parsePageNumber, type NumberedPageQuery } from './parse-page-number.ts'
import {
  mcpInstanceStore,
  mcpServerStore,
  mcpUrlRotationStore,
  rotationKey,
  type McpInstanceRow,
  type McpOrder,
} from './store.ts'

/** One user's access to a server. */
export type ServerInstance = {
  id: string
  userId: string
  serverId: string
  /** When its key expires; null: never. */
  expiresAt: string | null
  createdAt: string
  updatedAt: string
}

export type ServerInstances = ReturnType<typeof createServerInstances>

/** The rules of server instances. */
export const createServerInstances = (parts: {
  database: Database
  servers: McpServers
  accounts: Accounts
  clock: Clock
}) => {
  const store = mcpInstanceStore(parts.database.handle)

  /** By user id, which serves as the name of the instance, or by its id. */
  const find = async (serverId: string, id: string) =>
    (await store.findOfUser(serverId, id)) ?? store.findOfServer(serverId, id)

  return {
    /** Server -> number of instances, for servers that have any. */
    count: (servers: McpServer[]): Promise<Map<string, number>> =>
      store.countOfServers(servers.map(({ id }) => id)),

    list: async (project: Project, serverId: string, order: McpOrder, query: NumberedPageQuery) => {
      const server = await parts.servers.get(project, serverId)
      const page = parsePageNumber(query)
      const found = await store.page(serverId, order, page)
      return { server, page: toPageOf(found, page, toInstance) }
    },

    /** Returns the key if one was created: for a user's first instance, and on rotation. */
    create: (
      project: Project,
      serverId: string,
      {
        userId,
        rotateKey,
        expiresInSeconds = project.config.mcp_key_expiry_in_seconds,
      }: { userId: string; rotateKey: boolean; expiresInSeconds: number | undefined },
    ) =>
      parts.database.transaction(async (transaction) => {
        const transactionStore = mcpInstanceStore(transaction)
        if (!(await mcpServerStore(transaction).lock(project.id, serverId)))
          throw unknownMcpServer(serverId)
        const now = timestamp(parts.clock)
        const { key, stored } = createKey()
        const expires_at = expiresInSeconds === 0 ? null : addSeconds(now, expiresInSeconds)
        const row: McpInstanceRow = {
          id: createUuid(),
          project_id: project.id,
          server_id: serverId,
          user_id: userId,
          ...stored,
          expires_at,
          created_at: now,
          updated_at: now,
        }
        if (await transactionStore.insert(row))
          return { instance: toInstance(row), created: true as const, key }
        const known = await transactionStore.modifyOfUser(serverId, userId, () =>
          rotateKey ? { ...stored, expires_at, updated_at: now } : undefined,
        )
        if (!known) throw unknownInstance(serverId, userId)
        return {
          instance: toInstance(known.row),
          created: false as const,
          key: rotateKey ? key : undefined,
        }
      }),

    /**
     * Deletes the instance with the user's accounts for the toolkits of the server, and rotates the
     * user's signed URLs; returns the number of deleted accounts.
     */
    delete: async (
      project: Project,
      serverId: string,
      id: string,
    ): Promise<{ userId: string; deletedAccounts: number }> => {
      const server = await parts.servers.get(project, serverId)
      const row = await find(serverId, id)
      if (!row) throw unknownInstance(serverId, id)
      // The accounts first: if this fails halfway, repeating the request completes it.
      const deletedAccounts = await deleteAccounts(parts.accounts, project, server, row.user_id)
      await parts.database.transaction(async (transaction) => {
        const isLocked = await mcpServerStore(transaction).lock(project.id, serverId)
        if (!(await mcpInstanceStore(transaction).delete(row.id))) return
        if (isLocked)
          await mcpUrlRotationStore(transaction).add({
            id: createUuid(),
            project_id: project.id,
            server_id: serverId,
            user_key: rotationKey(project, row.user_id),
          })
      })
      return { userId: row.user_id, deletedAccounts }
    },
  }
}

const unknownInstance = (serverId: string, id: string) =>
  new ServiceError('not_found', `The MCP server "${serverId}" has no instance "${id}"`, {
    suggestedFix: `GET /api/v3/mcp/servers/${serverId}/instances lists them`,
  })

const addSeconds = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString()

const toInstance = (row: McpInstanceRow): ServerInstance => ({
  id: row.id,
  userId: row.user_id,
  serverId: row.server_id,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const deleteAccounts = async (
  accounts: Accounts,
  project: Project,
  server: McpServer,
  userId: string,
): Promise<number> => {
  const authConfigIds = new Set(server.authConfigs.map(({ id }) => id))
  const withAuthConfig = new Set(server.authConfigs.map(({ toolkit }) => toolkit))
  let deleted = 0
  for (const { account } of await listAccounts(accounts, project, userId, toolkitsOf(server))) {
    if (withAuthConfig.has(account.toolkit) && !authConfigIds.has(account.authConfigId)) continue
    if (await deleteAccount(accounts, project, account.id)) deleted++
  }
  return deleted
}

const listAccounts = async (
  accounts: Accounts,
  project: Project,
  userId: string,
  toolkits: string[],
) => {
  const list = (cursor: string | null) =>
    accounts.list(
      project,
      { userIds: [userId], toolkits },
      { by: 'created_at', direction: 'asc' },
      { limit: 1000, cursor },
    )
  let page = await list(null)
  const found = page.items
  while (page.next_cursor !== null) {
    page = await list(page.next_cursor)
    found.push(...page.items)
  }
  return found
}

/** Returns false if it was deleted concurrently. */
const deleteAccount = async (
  accounts: Accounts,
  project: Project,
  id: string,
): Promise<boolean> => {
  try {
    await accounts.delete(project, id)
    return true
  } catch (error) {
    if (error instanceof ServiceError && error.slug === 'not_found') return false
    throw error
  }
}
