import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  authConfigId,
  connectedAccountId,
  expirySeconds,
  maximumTools,
  page,
  pageQuery,
  queryList,
  queryNumber,
  timestamp,
  toolkitSlug,
  toolSlug,
  userId,
  withWarnings,
} from './common.ts'

/** A configured MCP server (spec 2.9). */
const mcpServer = z.object({
  id: z.string(),
  name: z.string(),
  auth_config_ids: z.array(z.string()),
  allowed_tools: z
    .array(z.string())
    .describe('Slugs of the allowed tools; empty: every tool of its toolkits'),
  mcp_url: z
    .string()
    .describe('Deprecated: use the URL with a user_id or connected_account_id query parameter'),
  toolkits: z.array(z.string()).describe('Slugs: those named, and those of the auth configs'),
  toolkit_icons: z.record(z.string(), z.string()).describe('Toolkit slug -> URL of its icon'),
  commands: z
    .object({
      client_1: z.string().describe('For Cursor'),
      client_2: z.string().describe('For Claude Code'),
      client_3: z.string().describe('For Windsurf'),
    })
    .describe(
      'Commands for a POSIX shell that configure a client; the key is read from the environment variable PLUGBOARD_MCP_KEY',
    ),
  updated_at: timestamp,
  created_at: timestamp,
  server_instance_count: z.number().describe('Active user instances'),
  managed_auth_via_svc: z.boolean(),
  deleted: z.boolean(),
})
export type McpServer = z.infer<typeof mcpServer>

/** One user's access to an MCP server (rule 13.3). */
const mcpServerInstance = z.object({
  id: z.string(),
  instance_id: z.string().describe('The user id'),
  mcp_server_id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  expires_at: timestamp
    .nullable()
    .describe('When its key expires; rotate_key replaces it; null: never'),
})
export type McpServerInstance = z.infer<typeof mcpServerInstance>

const mcpServerId = z
  .uuid('must be the id of an MCP server, a UUID')
  .toLowerCase()
  .describe('Id of an MCP server')
const name = z
  .string()
  .max(30)
  .regex(/^[0-9A-Za-z -]{4,30}$/, 'must be 4 to 30 letters, digits, spaces and hyphens')

/** A list without duplicates. */
const distinct = <T extends z.ZodType<string>>(item: T, maximum: number) =>
  z
    .array(item)
    .max(maximum)
    .transform((values) => [...new Set(values)])

const toolkits = distinct(toolkitSlug, 500)
const authConfigIds = distinct(authConfigId, 500)
const allowedTools = distinct(toolSlug.toUpperCase(), maximumTools).describe(
  'Allowed tools of the toolkits; default or empty: all of them',
)

const pageNumber = {
  page_no: queryNumber(z.number().int().min(1).max(10_000_000))
    .optional()
    .describe('From 1; ignored if there is a cursor'),
}
const order = {
  order_by: z.enum(['created_at', 'updated_at']).optional().describe('Default: created_at'),
  order_direction: z.enum(['asc', 'desc']).optional().describe('Default: desc, newest first'),
}
const listQuery = z.object({
  name: z.string().max(255).optional().describe('Part of the name, case-insensitive'),
  toolkits: queryList(toolkitSlug).optional().describe('Servers that have any of these'),
  auth_config_ids: queryList(authConfigId).optional().describe('Servers that use any of these'),
  ...order,
  ...pageNumber,
  ...pageQuery,
})

const params = z.object({ id: mcpServerId })
const serverParams = z.object({ serverId: mcpServerId })
const errors = ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'internal'] as const

export const mcp = {
  get: endpoint({
    method: 'GET',
    path: '/mcp/{id}',
    summary: 'Get an MCP server',
    auth: 'project',
    params,
    responses: { 200: mcpServer },
    errors,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/mcp/{id}',
    summary: 'Update an MCP server',
    description:
      'Only supplied fields change; a supplied list replaces the previous one. The toolkits of auth configs are added and removed with them.',
    auth: 'project',
    params,
    body: z
      .object({
        name: name.optional(),
        toolkits: toolkits
          .optional()
          .describe(
            'In addition to those of the auth configs; if auth_config_ids is omitted, include theirs too',
          ),
        allowed_tools: allowedTools.optional(),
        managed_auth_via_svc: z.boolean().optional(),
        auth_config_ids: authConfigIds.optional(),
      })
      .meta({
        examples: [
          { name: 'Support tools', allowed_tools: ['GITHUB_LIST_ISSUES', 'GITHUB_CREATE_ISSUE'] },
        ],
      }),
    restricts: true,
    responses: { 200: withWarnings(mcpServer) },
    errors,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/mcp/{id}',
    summary: 'Delete an MCP server and its instances',
    description: 'Connected accounts are kept.',
    auth: 'project',
    params,
    responses: { 200: z.object({ id: z.string(), deleted: z.literal(true) }) },
    errors,
  }),
  create: endpoint({
    method: 'POST',
    path: '/mcp/servers',
    summary: 'Create an MCP server for the toolkits of auth configs',
    auth: 'project',
    body: z
      .object({
        name,
        auth_config_ids: authConfigIds,
        allowed_tools: allowedTools.optional(),
        no_auth_apps: toolkits.optional().describe('Additional toolkits, which need no account'),
        managed_auth_via_svc: z.boolean().optional().describe('Default: false'),
      })
      .meta({ examples: [{ name: 'Support tools', auth_config_ids: ['ac_8Kd2mPq4Xw7Zr1Tn5'] }] }),
    restricts: true,
    responses: { 201: withWarnings(mcpServer) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
    idempotencyKey: true,
  }),
  createCustom: endpoint({
    method: 'POST',
    path: '/mcp/servers/custom',
    summary: 'Create an MCP server for any toolkits',
    auth: 'project',
    body: z
      .object({
        name,
        toolkits,
        auth_config_ids: authConfigIds.optional(),
        allowed_tools: allowedTools.optional(),
        managed_auth_via_svc: z.boolean().optional().describe('Default: false'),
      })
      .meta({ examples: [{ name: 'Support tools', toolkits: ['github', 'slack'] }] }),
    aliases: { custom_tools: 'allowed_tools' },
    restricts: true,
    responses: { 201: withWarnings(mcpServer) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
    idempotencyKey: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/mcp/servers',
    summary: 'List MCP servers',
    auth: 'project',
    query: listQuery,
    responses: { 200: page(mcpServer) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  listByApp: endpoint({
    method: 'GET',
    path: '/mcp/app/{appKey}',
    summary: 'List the MCP servers that have a toolkit',
    auth: 'project',
    params: z.object({ appKey: toolkitSlug }),
    query: listQuery.omit({ toolkits: true }),
    responses: { 200: page(mcpServer) },
    errors,
  }),
  generate: endpoint({
    method: 'POST',
    path: '/mcp/servers/generate',
    summary: 'Build the URLs of an MCP server for users and connected accounts',
    description:
      'While the project requires a key (`require_mcp_api_key`), the URLs contain none: clients send a key in a header. Otherwise each URL is signed and gives access to the server ' +
      'for its user or account without a key, until it expires or is rotated: treat it as a secret.',
    auth: 'project',
    body: z
      .object({
        mcp_server_id: mcpServerId,
        managed_auth_by_svc: z
          .boolean()
          .optional()
          .describe('For these URLs, instead of managed_auth_via_svc of the server'),
        user_ids: z.array(userId).max(1000).optional(),
        connected_account_ids: z
          .array(connectedAccountId)
          .max(1000)
          .optional()
          .describe('Accounts of toolkits of the server'),
        expires_in_seconds: expirySeconds
          .optional()
          .describe('Lifetime of signed URLs; default: until they are rotated'),
      })
      .meta({
        examples: [{ mcp_server_id: '6f1c2a34-9b7d-4e58-a1c0-3d2e5f708192', user_ids: ['ada'] }],
      }),
    restricts: true,
    responses: {
      200: withWarnings(
        z.object({
          mcp_url: z.string().describe('Without query parameters'),
          connected_account_urls: z
            .array(z.string())
            .describe('One for each connected account id, in the same order'),
          user_ids_url: z.array(z.string()).describe('One for each user id, in the same order'),
          expires_at: timestamp
            .nullable()
            .describe('Null: the URLs are not signed, or do not expire'),
        }),
      ),
    },
    errors,
  }),
  rotateUrls: endpoint({
    method: 'POST',
    path: '/mcp/servers/{serverId}/rotate_urls',
    summary: 'Invalidate the signed URLs of an MCP server',
    description:
      "With user_id only those of this user and of the user's accounts, otherwise all of them. They stop working immediately, on all nodes; build new ones with /mcp/servers/generate.",
    auth: 'project',
    params: serverParams,
    body: z
      .object({ user_id: userId.optional().describe('Default: every user') })
      .meta({ examples: [{ user_id: 'ada' }] }),
    restricts: true,
    responses: {
      200: withWarnings(
        z.object({
          server_id: z.string(),
          user_id: z.string().nullable().describe('Null: every user'),
          rotated_at: timestamp,
        }),
      ),
    },
    errors,
  }),
  listInstances: endpoint({
    method: 'GET',
    path: '/mcp/servers/{serverId}/instances',
    summary: 'List the instances of an MCP server',
    auth: 'project',
    params: serverParams,
    query: z.object({ ...order, ...pageNumber, limit: pageQuery.limit }),
    responses: {
      200: z.object({
        instances: z.array(mcpServerInstance),
        server_id: z.string(),
        server_name: z.string(),
        total_pages: z.number(),
        current_page: z.number(),
      }),
    },
    errors,
  }),
  createInstance: endpoint({
    method: 'POST',
    path: '/mcp/servers/{serverId}/instances',
    summary: 'Give a user access to an MCP server',
    description:
      'A user has one instance of a server: an existing one is returned, without its key. Its key expires as configured in the project (`mcp_key_expiry_in_seconds`, 30 days); `rotate_key` replaces it.',
    auth: 'project',
    params: serverParams,
    body: z
      .object({
        user_id: userId,
        rotate_key: z
          .boolean()
          .optional()
          .describe(
            'Replace the key of an existing instance; the previous key stops working immediately',
          ),
        expires_in_seconds: expirySeconds
          .optional()
          .describe('Lifetime of a new key; default: mcp_key_expiry_in_seconds of the project'),
      })
      .meta({ examples: [{ user_id: 'ada' }] }),
    responses: {
      200: mcpServerInstance.extend({
        key: z.string().optional().describe('The new key, when rotate_key was set'),
      }),
      201: mcpServerInstance.extend({
        key: z.string().describe('Gives access to this server for this user only; shown only once'),
      }),
    },
    errors,
    idempotencyKey: true,
  }),
  deleteInstance: endpoint({
    method: 'DELETE',
    path: '/mcp/servers/{serverId}/instances/{instanceId}',
    summary: "Revoke a user's access to an MCP server",
    description:
      "Its key and the user's signed URLs of the server stop working. Also deletes the user's connected accounts for the toolkits of the server: those under its auth configs, and for a toolkit without an auth config all of them.",
    auth: 'project',
    params: z.object({
      serverId: mcpServerId,
      instanceId: z.string().min(1).max(255).describe('instance_id, which is the user id, or id'),
    }),
    responses: {
      200: z.object({
        message: z.string(),
        deleted_connected_accounts: z.number().describe('Number of deleted accounts'),
      }),
    },
    errors,
  }),
}
