import type { contract } from '../../contract/contract.ts'
import type { McpServer as McpServerRecord, McpServerInstance } from '../../contract/mcp.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Handlers, Project } from '../endpoint/index.ts'
import { timestamp, type Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { toolkitsOf } from './check-configuration.ts'
import { toClientCommands } from './client-commands.ts'
import { generateUrls, toBaseUrl } from './generate-urls.ts'
import type { McpServer, McpServers } from './mcp-server.ts'
import type { ServerInstance, ServerInstances } from './server-instance.ts'
import type { McpOrder, McpServerFilter } from './store.ts'

type Parts = {
  database: Database
  clock: Clock
  servers: McpServers
  instances: ServerInstances
  catalog: Catalog
  accounts: Accounts
  publicUrl: () => string
}

export const mcpHandlers = (parts: Parts): Handlers<typeof contract.mcp> => {
  const { servers, instances, catalog, publicUrl } = parts

  const describe = async (project: Project, listed: McpServer[]): Promise<McpServerRecord[]> => {
    const toolkits = await catalog.listToolkits(project)
    const counts = await instances.count(listed)
    return listed.map((server) =>
      toRecord(
        server,
        counts.get(server.id) ?? 0,
        toBaseUrl(publicUrl(), server.id),
        (slug) => toolkits.get(slug)?.definition.logo ?? '',
      ),
    )
  }
  const describeOne = async (project: Project, server: McpServer) => {
    const [record] = await describe(project, [server])
    return record as McpServerRecord
  }
  const list = async (
    project: Project,
    filter: McpServerFilter,
    query: OrderQuery & Parameters<McpServers['list']>[3],
  ) => {
    const page = await servers.list(project, filter, toOrder(query), query)
    return { status: 200 as const, body: { ...page, items: await describe(project, page.items) } }
  }

  return {
    get: async ({ params }, { project }) => ({
      status: 200,
      body: await describeOne(project, await servers.get(project, params.id)),
    }),
    update: async ({ params, body }, { project }) => {
      const changes = {
        name: body.name,
        toolkits: body.toolkits,
        authConfigIds: body.auth_config_ids,
        allowedTools: body.allowed_tools,
        managedAuth: body.managed_auth_via_svc,
      }
      return {
        status: 200,
        body: await describeOne(project, await servers.update(project, params.id, changes)),
      }
    },
    delete: async ({ params }, { project }) => {
      await servers.delete(project, params.id)
      return { status: 200, body: { id: params.id, deleted: true } }
    },
    create: async ({ body }, { project }) => {
      const request = {
        name: body.name,
        noAuthApps: body.no_auth_apps,
        authConfigIds: body.auth_config_ids,
        allowedTools: body.allowed_tools,
        managedAuth: body.managed_auth_via_svc,
      }
      return {
        status: 201,
        body: await describeOne(project, await servers.create(project, request)),
      }
    },
    createCustom: async ({ body }, { project }) => {
      const request = {
        name: body.name,
        toolkits: body.toolkits,
        authConfigIds: body.auth_config_ids,
        allowedTools: body.allowed_tools,
        managedAuth: body.managed_auth_via_svc,
      }
      return {
        status: 201,
        body: await describeOne(project, await servers.create(project, request)),
      }
    },
    list: ({ query }, { project }) =>
      list(
        project,
        { name: query.name, toolkits: query.toolkits, authConfigIds: query.auth_config_ids },
        query,
      ),
    listByApp: async ({ params, query }, { project }) => {
      await catalog.getToolkit(project, params.appKey)
      return list(
        project,
        { name: query.name, toolkits: [params.appKey], authConfigIds: query.auth_config_ids },
        query,
      )
    },
    generate: async ({ body }, { project }) => {
      const request = {
        serverId: body.mcp_server_id,
        managedAuth: body.managed_auth_by_svc,
        userIds: body.user_ids ?? [],
        accountIds: body.connected_account_ids ?? [],
        expiresInSeconds: body.expires_in_seconds,
      }
      const urls = await generateUrls(parts, project, request)
      return {
        status: 200,
        body: {
          mcp_url: urls.base,
          connected_account_urls: urls.forAccounts,
          user_ids_url: urls.forUsers,
          expires_at: urls.expiresAt,
        },
      }
    },
    rotateUrls: async ({ params: { serverId }, body }, { project }) => {
      const userId = body.user_id
      if (userId === undefined) await servers.rotateUrls(project, serverId)
      else await servers.rotateUrlsOfUser(project, serverId, userId)
      return {
        status: 200,
        body: {
          server_id: serverId,
          user_id: userId ?? null,
          rotated_at: timestamp(parts.clock),
        },
      }
    },
    listInstances: async ({ params, query }, { project }) => {
      const { server, page } = await instances.list(project, params.serverId, toOrder(query), query)
      const { total_pages, current_page } = page
      return {
        status: 200,
        body: {
          instances: page.items.map(toInstanceRecord),
          server_id: server.id,
          server_name: server.name,
          total_pages,
          current_page,
        },
      }
    },
    createInstance: async ({ params, body }, { project }) => {
      const made = await instances.create(project, params.serverId, {
        userId: body.user_id,
        rotateKey: body.rotate_key ?? false,
        expiresInSeconds: body.expires_in_seconds,
      })
      const record = toInstanceRecord(made.instance)
      return made.created
        ? { status: 201, body: { ...record, key: made.key } }
        : { status: 200, body: { ...record, ...(made.key !== undefined && { key: made.key }) } }
    },
    deleteInstance: async ({ params }, { project }) => {
      const { userId, deletedAccounts } = await instances.delete(
        project,
        params.serverId,
        params.instanceId,
      )
      return {
        status: 200,
        body: {
          message: `The instance of the user "${userId}" was deleted`,
          deleted_connected_accounts: deletedAccounts,
        },
      }
    },
  }
}

type OrderQuery = {
  order_by?: McpOrder['by'] | undefined
  order_direction?: McpOrder['direction'] | undefined
}

const toOrder = ({ order_by = 'created_at', order_direction = 'desc' }: OrderQuery): McpOrder => ({
  by: order_by,
  direction: order_direction,
})

const toRecord = (
  server: McpServer,
  instanceCount: number,
  url: string,
  iconOf: (toolkit: string) => string,
): McpServerRecord => {
  const toolkits = toolkitsOf(server)
  return {
    id: server.id,
    name: server.name,
    auth_config_ids: server.authConfigs.map(({ id }) => id),
    allowed_tools: server.allowedTools.map(({ slug }) => slug),
    mcp_url: url,
    toolkits,
    toolkit_icons: Object.fromEntries(toolkits.map((slug) => [slug, iconOf(slug)])),
    commands: toClientCommands(server, url),
    updated_at: server.updatedAt,
    created_at: server.createdAt,
    server_instance_count: instanceCount,
    managed_auth_via_svc: server.managedAuth,
    // A deleted server is a 404 instead.
    deleted: false,
  }
}

const toInstanceRecord = ({
  id,
  userId,
  serverId,
  expiresAt,
  createdAt,
  updatedAt,
}: ServerInstance): McpServerInstance => ({
  id,
  instance_id: userId,
  mcp_server_id: serverId,
  created_at: createdAt,
  updated_at: updatedAt,
  expires_at: expiresAt,
})
