import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { authConfigId, connectedAccountId, jsonObject, page, pageQuery, queryBoolean, queryList, sessionId, timestamp, toolkitSlug, toolSlug, userId } from './common.ts'
import { tool } from './tools.ts'

/** MCP annotation hints that tools carry as tags and sessions filter by. */
export const toolHint = z.enum(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
export type ToolHint = z.infer<typeof toolHint>

// Policy objects are strict: a misspelt key would open what was meant to be shut (wire.md section 1).
const allowOrDeny = <T extends z.ZodType>(item: T) =>
  z.strictObject({ enable: z.array(item).optional(), disable: z.array(item).optional(), enabled: z.array(item).optional(), disabled: z.array(item).optional() })

const toolkitRule = z.union([z.array(toolkitSlug), allowOrDeny(toolkitSlug)])

const tagRule = z.union([z.array(toolHint), allowOrDeny(toolHint)])

const toolRule = z.union([
  z.array(toolSlug),
  allowOrDeny(toolSlug).extend({ tags: tagRule.optional() }),
])

const manageConnections = z.union([
  z.boolean(),
  z.strictObject({
    enable: z.boolean().nullish(),
    enabled: z.boolean().nullish(),
    callback_url: z.url({ protocol: /^https?$/ }).optional(),
    enable_wait_for_connections: z.boolean().nullish(),
  }),
])

const workbench = z.object({
  enable: z.boolean().optional(),
  enable_proxy_execution: z.boolean().optional(),
  proxy_execution_enabled: z.boolean().optional(),
  auto_offload_threshold: z.number().int().min(1).optional().describe('Characters'),
})

export const sessionRequest = z.object({
  user_id: userId,
  toolkits: toolkitRule.optional().describe('Allow list, or `{enable}` / `{disable}`'),
  auth_configs: z.record(toolkitSlug, authConfigId).optional(),
  connected_accounts: z.record(toolkitSlug, z.union([connectedAccountId, z.array(connectedAccountId).min(1)])).optional(),
  manage_connections: manageConnections.optional(),
  tools: z.record(toolkitSlug, toolRule).optional(),
  tags: tagRule.optional(),
  workbench: workbench.optional(),
})
export type SessionRequest = z.output<typeof sessionRequest>

const enabledOrDisabled = <T extends z.ZodType>(item: T) => z.object({ enabled: z.array(item).optional(), disabled: z.array(item).optional() })

export const sessionConfig = z.object({
  user_id: z.string(),
  toolkits: enabledOrDisabled(z.string()).optional(),
  auth_configs: z.record(z.string(), z.string()).optional(),
  connected_accounts: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  manage_connections: z.object({
    enabled: z.boolean(),
    callback_url: z.string().optional(),
    enable_wait_for_connections: z.boolean().optional(),
  }),
  tools: z.record(z.string(), enabledOrDisabled(z.string()).extend({ tags: enabledOrDisabled(toolHint).optional() })).optional(),
  tags: enabledOrDisabled(toolHint).optional(),
  workbench: z.object({ enable: z.boolean(), proxy_execution_enabled: z.boolean(), auto_offload_threshold: z.number() }),
})
export type SessionConfig = z.infer<typeof sessionConfig>

/** A tool router session (2.10). */
export const session = z.object({
  session_id: z.string(),
  mcp: z.object({ type: z.literal('http'), url: z.string() }),
  tool_router_tools: z.array(z.string()),
  config: sessionConfig,
})
export type Session = z.infer<typeof session>

const executionResult = z.object({
  data: jsonObject,
  error: z.string().nullable().describe('Null means success'),
  log_id: z.string(),
})

export const toolSchema = z.object({
  toolkit: z.string(),
  tool_slug: z.string(),
  description: z.string().optional(),
  input_schema: jsonObject.optional(),
  output_schema: jsonObject.optional(),
  tags: z.array(z.string()).optional().describe('MCP annotation hints first'),
  hasFullSchema: z.boolean().optional(),
  schemaRef: z
    .object({
      tool: z.literal('SVC_GET_TOOL_SCHEMAS'),
      args: z.object({ tool_slugs: z.array(z.string()) }),
      message: z.string(),
    })
    .optional(),
})
export type ToolSchema = z.infer<typeof toolSchema>

export const searchResult = z.object({
  index: z.number().describe('From 1, in the order of the queries'),
  use_case: z.string(),
  execution_guidance: z.string().optional(),
  difficulty: z.string().optional(),
  recommended_plan_steps: z.array(z.string()).optional(),
  known_pitfalls: z.array(z.string()).optional(),
  reference_workbench_snippets: z.array(z.object({ description: z.string(), code: z.string() })).optional(),
  primary_tool_slugs: z.array(z.string()),
  related_tool_slugs: z.array(z.string()),
  toolkits: z.array(z.string()),
  plan_id: z.string().optional(),
  error: z.string().nullable().optional(),
  memory: z.record(z.string(), z.array(z.string())).optional(),
})

export const searchAnswer = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  results: z.array(searchResult),
  toolkit_connection_statuses: z.array(
    z.object({
      toolkit: z.string(),
      description: z.string(),
      has_active_connection: z.boolean(),
      connection_details: jsonObject.optional(),
      current_user_info: jsonObject.optional(),
      status_message: z.string(),
    }),
  ),
  tool_schemas: z.record(z.string(), toolSchema),
  time_info: z.object({ current_time_utc: timestamp, current_time_utc_epoch_seconds: z.number(), message: z.string() }),
  session: z.object({ id: z.string(), generate_id: z.boolean(), instructions: z.string() }),
  next_steps_guidance: z.array(z.string()),
})
export type SearchAnswer = z.infer<typeof searchAnswer>

export const sessionToolkit = z.object({
  name: z.string(),
  slug: z.string(),
  enabled: z.boolean(),
  is_no_auth: z.boolean(),
  svc_managed_auth_schemes: z.array(z.string()),
  meta: z.object({ logo: z.string(), description: z.string() }),
  connected_account: z
    .object({
      id: z.string(),
      user_id: z.string(),
      status: z.string(),
      created_at: timestamp,
      auth_config: z.object({ id: z.string(), auth_scheme: z.string(), is_svc_managed: z.boolean() }),
    })
    .nullable(),
})
export type SessionToolkit = z.infer<typeof sessionToolkit>

export const searchQueries = z
  .array(
    z.object({
      use_case: z.string().min(1).max(50_000).describe('What is to be done, in words'),
      known_fields: z.string().max(4000).optional().describe('key:value hints, comma separated'),
    }),
  )
  .min(1)
  .max(7)

const params = z.object({ session_id: sessionId })
const errors = ['invalid_request', 'unauthorized', 'forbidden', 'not_found', 'internal'] as const

export const sessions = {
  create: endpoint({
    method: 'POST',
    path: '/tool_router/session',
    summary: 'Create a tool router session for a user',
    auth: 'project',
    body: sessionRequest,
    responses: { 201: session },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'internal'],
    idempotencyKey: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}',
    summary: 'Get a session',
    auth: 'project',
    params,
    responses: { 200: session },
    errors,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/tool_router/session/{session_id}',
    summary: 'Delete a session',
    auth: 'project',
    params,
    responses: { 200: z.object({ deleted: z.boolean(), session_id: z.string() }) },
    errors,
  }),
  tools: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/tools',
    summary: 'List the meta tools of a session with complete schemas',
    auth: 'project',
    params,
    responses: { 200: z.object({ items: z.array(tool) }) },
    errors,
  }),
  search: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/search',
    summary: 'Search the tools of a session by use case',
    auth: 'project',
    params,
    body: z.object({ queries: searchQueries, model: z.unknown().optional().describe('A hint; ignored when it is not known') }),
    responses: { 200: searchAnswer },
    errors,
  }),
  toolkits: endpoint({
    method: 'GET',
    path: '/tool_router/session/{session_id}/toolkits',
    summary: 'List the toolkits of a session with their connections',
    auth: 'project',
    params,
    query: z.object({
      ...pageQuery,
      toolkits: queryList(toolkitSlug).optional().describe('Slugs that override the configuration of the session'),
      is_connected: queryBoolean.optional().describe('Only connected toolkits'),
      search: z.string().max(255).optional().describe('In name, slug or description'),
    }),
    responses: { 200: page(sessionToolkit) },
    errors,
  }),
  execute: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/execute',
    summary: 'Execute a tool or a meta tool in a session',
    auth: 'project',
    params,
    body: z.object({
      tool_slug: toolSlug,
      arguments: jsonObject.optional(),
      account: connectedAccountId.optional().describe('Which connected account to use'),
      enable_auto_workbench_offload: z.boolean().optional(),
    }),
    responses: { 200: executionResult },
    errors,
    idempotencyKey: true,
  }),
  executeMeta: endpoint({
    method: 'POST',
    path: '/tool_router/session/{session_id}/execute_meta',
    summary: 'Execute a meta tool in a session',
    auth: 'project',
    params,
    body: z.object({ slug: toolSlug, arguments: jsonObject.optional() }),
    responses: { 200: executionResult },
    errors,
    idempotencyKey: true,
  }),
}
