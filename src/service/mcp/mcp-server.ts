import type { AuthConfigs } from '../auth-configs/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Project } from '../endpoint/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import { createReadCache } from '../platform/create-read-cache.ts'
import type { Database } from '../platform/database/index.ts'
import type { Events } from '../platform/events/index.ts'
import { createUuid } from '../platform/ids.ts'
import { toPage } from '../platform/pagination.ts'
import { unlessDamaged } from '../platform/secrets/index.ts'
import { ServiceError } from '../service-error.ts'
import { readAllowedTools } from './check-configuration.ts'
import {
  changesToolkits,
  checkConfiguration,
  type Configuration,
  type ConfigurationChanges,
} from './check-configuration.ts'
import { parsePageNumber, type NumberedPageQuery } from './parse-page-number.ts'
import { removeWithOwners } from './remove-with-owners.ts'
import { createUrlSecret } from './signed-url.ts'
import {
  mcpServerStore,
  mcpUrlRotationStore,
  rotationKey,
  type McpOrder,
  type McpServerFilter,
  type McpServerRow,
  type McpServerToolkitRow,
} from './store.ts'

/** A configured MCP server. */
export type McpServer = Configuration & {
  id: string
  projectId: string
  name: string
  managedAuth: boolean
  /** Encrypted with the data key of its project. */
  urlSecret: string
  createdAt: string
  updatedAt: string
  revision: number
}

export type McpServers = ReturnType<typeof createMcpServers>

type McpServerChanges = ConfigurationChanges & {
  name?: string | undefined
  managedAuth?: boolean | undefined
}

const empty: Configuration = { named: [], authConfigs: [], allowedTools: [] }
/** Of several concurrent changes, one succeeds per attempt. */
const maximumTries = 20

/** The rules of MCP servers. */
export const createMcpServers = (parts: {
  database: Database
  catalog: Catalog
  authConfigs: AuthConfigs
  events: Events
  clock: Clock
}) => {
  const store = mcpServerStore(parts.database.handle)
  removeWithOwners(parts)

  const withToolkits = async (rows: McpServerRow[]): Promise<McpServer[]> => {
    const toolkits = Map.groupBy(
      await store.listToolkits(rows.map(({ id }) => id)),
      (row) => row.server_id,
    )
    return rows.map((row) => toMcpServer(row, toolkits.get(row.id) ?? []))
  }

  const find = async (projectId: string, id: string): Promise<McpServer | undefined> => {
    const row = await store.find(projectId, id)
    return row && (await withToolkits([row]))[0]
  }

  const get = async (project: Project, id: string): Promise<McpServer> => {
    const server = await find(project.id, id)
    if (!server) throw unknownMcpServer(id)
    return server
  }

  // Half a second is how long another node may serve a server that was changed or deleted here.
  const recent = createReadCache((key) => find(...(key.split(' ', 2) as [string, string])), {
    forMs: 500,
    maximum: 10_000,
  })
  const forget = (project: Project, id: string): void => recent.forget(`${project.id} ${id}`)

  /** Returns `undefined` if the server was changed concurrently. */
  const tryUpdate = async (
    project: Project,
    id: string,
    changes: McpServerChanges,
  ): Promise<McpServer | undefined> => {
    const current = await get(project, id)
    const configuration = await checkConfiguration(parts, project, current, changes)
    const now = timestamp(parts.clock)
    return parts.database.transaction(async (transaction) => {
      const modified = await mcpServerStore(transaction).modify(
        project.id,
        id,
        async ({ revision }) => {
          // The configuration was checked against another revision.
          if (revision !== current.revision) return undefined
          if (changesToolkits(changes))
            await mcpServerStore(transaction).replaceToolkits(
              id,
              toToolkitRows(project.id, id, configuration, now),
            )
          return {
            name: changes.name ?? current.name,
            managed_auth: Number(changes.managedAuth ?? current.managedAuth),
            allowed_tools: JSON.stringify(configuration.allowedTools),
            updated_at: now,
          }
        },
      )
      return modified && modified.row !== modified.former
        ? { ...toMcpServer(modified.row, []), ...configuration }
        : undefined
    })
  }

  return {
    get,

    /** Cached for half a second, because clients send many messages. */
    open: async (project: Project, id: string): Promise<McpServer> => {
      const server = await recent.get(`${project.id} ${id}`)
      if (!server) throw unknownMcpServer(id)
      return server
    },

    create: async (
      project: Project,
      request: McpServerChanges & { name: string },
    ): Promise<McpServer> => {
      const configuration = await checkConfiguration(parts, project, empty, request)
      const id = createUuid()
      const now = timestamp(parts.clock)
      const row: McpServerRow = {
        id,
        project_id: project.id,
        name: request.name,
        allowed_tools: JSON.stringify(configuration.allowedTools),
        managed_auth: Number(request.managedAuth ?? false),
        url_secret: project.dataKey.encrypt(createUrlSecret(), { record: id, field: 'url_secret' }),
        revision: 1,
        created_at: now,
        updated_at: now,
      }
      await parts.database.transaction((transaction) =>
        mcpServerStore(transaction).insert(row, toToolkitRows(project.id, id, configuration, now)),
      )
      return { ...toMcpServer(row, []), ...configuration }
    },

    list: async (
      project: Project,
      filter: McpServerFilter,
      order: McpOrder,
      query: NumberedPageQuery,
    ) => {
      const page = parsePageNumber(query)
      const { rows, total, next } = await store.page(project.id, filter, order, page)
      return toPage(await withToolkits(rows), total, page, next)
    },

    update: async (project: Project, id: string, changes: McpServerChanges): Promise<McpServer> => {
      for (let tries = 0; tries < maximumTries; tries++) {
        const updated = await tryUpdate(project, id, changes)
        if (!updated) continue
        forget(project, id)
        return updated
      }
      throw new ServiceError(
        'conflict',
        `The MCP server "${id}" is being changed by others at the same time`,
        { suggestedFix: 'Send the request again in a moment' },
      )
    },

    /** Invalidates all signed URLs of the server. */
    rotateUrls: async (project: Project, id: string): Promise<void> => {
      const secret = createUrlSecret()
      const rotated = await parts.database.transaction((transaction) =>
        mcpServerStore(transaction).modify(project.id, id, () => ({
          url_secret: project.dataKey.encrypt(secret, { record: id, field: 'url_secret' }),
        })),
      )
      if (!rotated) throw unknownMcpServer(id)
      forget(project, id)
    },

    /** Invalidates the signed URLs of one user of every server, also those made for no instance. */
    rotateAllUrlsOfUser: (project: Project, userId: string): Promise<void> =>
      parts.database.transaction(async (transaction) => {
        const user_key = rotationKey(project, userId)
        for (const server_id of await mcpServerStore(transaction).listIds(project.id))
          await mcpUrlRotationStore(transaction).add({
            id: createUuid(),
            project_id: project.id,
            server_id,
            user_key,
          })
      }),

    /** Invalidates the signed URLs of one user, and of the user's accounts. */
    rotateUrlsOfUser: (project: Project, id: string, userId: string): Promise<void> =>
      parts.database.transaction(async (transaction) => {
        if (!(await mcpServerStore(transaction).lock(project.id, id))) throw unknownMcpServer(id)
        await mcpUrlRotationStore(transaction).add({
          id: createUuid(),
          project_id: project.id,
          server_id: id,
          user_key: rotationKey(project, userId),
        })
      }),

    delete: async (project: Project, id: string): Promise<void> => {
      await parts.database.transaction(async (transaction) => {
        if (!(await mcpServerStore(transaction).delete(project.id, id))) throw unknownMcpServer(id)
        await parts.events.publish(transaction, {
          type: 'mcp_server.deleted',
          scope: project.id,
          data: { id },
        })
      })
      forget(project, id)
    },
  }
}

export const unknownMcpServer = (id: string) =>
  new ServiceError('not_found', `No MCP server "${id}"`, {
    suggestedFix: 'GET /api/v3/mcp/servers lists them',
  })

/** The secret that signs the URLs of the server. */
export const readUrlSecret = (
  project: Project,
  server: Pick<McpServer, 'id' | 'urlSecret'>,
): string =>
  unlessDamaged(
    () => project.dataKey.decrypt(server.urlSecret, { record: server.id, field: 'url_secret' }),
    () => {
      throw new ServiceError(
        'invalid_request',
        `The secret that signs the URLs of the MCP server "${server.id}" is damaged and cannot be read`,
        {
          suggestedFix: `POST /api/v3/mcp/servers/${server.id}/rotate_urls creates a new secret; URLs that were signed before stop working`,
        },
      )
    },
  )

export const toMcpServer = (row: McpServerRow, toolkits: McpServerToolkitRow[]): McpServer => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  named: toolkits.flatMap((toolkit) =>
    toolkit.auth_config_id === null ? [toolkit.toolkit_slug] : [],
  ),
  authConfigs: toolkits.flatMap((toolkit) =>
    toolkit.auth_config_id === null
      ? []
      : [{ id: toolkit.auth_config_id, toolkit: toolkit.toolkit_slug }],
  ),
  allowedTools: readAllowedTools(row.allowed_tools, row.id),
  managedAuth: row.managed_auth === 1,
  urlSecret: row.url_secret,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  revision: row.revision,
})

const toToolkitRows = (
  projectId: string,
  serverId: string,
  { named, authConfigs }: Configuration,
  now: string,
): McpServerToolkitRow[] =>
  [...named.map((toolkit) => ({ id: null, toolkit })), ...authConfigs].map(
    ({ id, toolkit }, position) => ({
      server_id: serverId,
      position,
      project_id: projectId,
      toolkit_slug: toolkit,
      auth_config_id: id,
      created_at: now,
    }),
  )
