import { z } from 'zod'
import { linkSession } from './accounts.ts'
import { proxied } from './catalog.ts'
import { anyObject, id, owner, page, texts, time } from './common.ts'
import { objectSchema } from './json-schema.ts'
import { tool } from './tool.ts'

const hints = z.array(
  z.enum(['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']),
)

const customTool = z.object({
  slug: z.string().startsWith('LOCAL_').max(60),
  original_slug: z.string(),
  name: z.string(),
  description: z.string(),
  input_schema: objectSchema,
  output_schema: objectSchema.optional(),
})

const session = z.object({
  session_id: id('trs'),
  mcp: z.object({ type: z.literal('http'), url: z.url() }),
  tool_router_tools: texts,
  config_version: z.int(),
  config: z.object({
    user_id: z.string(),
    toolkits: z.object({ enabled: texts.optional(), disabled: texts.optional() }).optional(),
    auth_configs: z.record(z.string(), id('ac')).optional(),
    connected_accounts: z.record(z.string(), z.union([id('ca'), z.array(id('ca'))])).optional(),
    manage_connections: z
      .object({
        enabled: z.boolean().optional(),
        callback_url: z.url().optional(),
        enable_wait_for_connections: z.boolean().optional(),
      })
      .optional(),
    tools: anyObject.optional(),
    tags: z.object({ enabled: hints.optional(), disabled: hints.optional() }).optional(),
    workbench: z
      .object({
        enable: z.boolean().optional(),
        proxy_execution_enabled: z.boolean().optional(),
        auto_offload_threshold: z.number().optional(),
      })
      .optional(),
    answers: z
      .object({ paging: z.boolean(), select: z.boolean(), offload: z.boolean() })
      .optional(),
  }),
})

const withExperimental = session.extend({
  experimental: z.object({
    assistive_prompt: z.string(),
    custom_toolkits: z
      .array(
        z.object({
          slug: z.string(),
          name: z.string(),
          description: z.string(),
          tools: z.array(customTool),
        }),
      )
      .optional(),
    custom_tools: z.array(customTool.extend({ extends_toolkit: z.string().optional() })).optional(),
  }),
})

/**
 * The schemas of tools in answers of search, and in the data of `SVC_SEARCH_TOOLS` and
 * `SVC_GET_TOOL_SCHEMAS`.
 */
export const toolSchemas = z.record(
  z.string(),
  z.object({
    toolkit: z.string(),
    tool_slug: z.string(),
    description: z.string().optional(),
    input_schema: objectSchema.optional(),
    output_schema: objectSchema.optional(),
    hasFullSchema: z.boolean().optional(),
    schemaRef: z
      .object({
        tool: z.literal('SVC_GET_TOOL_SCHEMAS'),
        args: z.object({ tool_slugs: texts }),
        message: z.string(),
      })
      .optional(),
  }),
)

const found = z.object({
  index: z.int().min(1),
  use_case: z.string(),
  execution_guidance: z.string().optional(),
  difficulty: z.string().optional(),
  recommended_plan_steps: texts.optional(),
  known_pitfalls: texts.optional(),
  reference_workbench_snippets: z
    .array(z.object({ description: z.string(), code: z.string() }))
    .optional(),
  primary_tool_slugs: texts,
  related_tool_slugs: texts,
  toolkits: texts,
  plan_id: z.string().optional(),
  error: z.string().nullable().optional(),
  memory: z.record(z.string(), texts).optional(),
})

const search = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  results: z.array(found),
  toolkit_connection_statuses: z.array(
    z.object({
      toolkit: z.string(),
      description: z.string(),
      has_active_connection: z.boolean(),
      connection_details: anyObject.optional(),
      current_user_info: anyObject.optional(),
      status_message: z.string(),
    }),
  ),
  tool_schemas: toolSchemas,
  time_info: z.object({
    current_time_utc: z.string(),
    current_time_utc_epoch_seconds: z.number(),
    message: z.string(),
  }),
  session: z.object({ id: z.string(), generate_id: z.boolean(), instructions: z.string() }),
  next_steps_guidance: texts,
})

const sessionToolkit = z.object({
  name: z.string(),
  slug: z.string(),
  enabled: z.boolean(),
  is_no_auth: z.boolean(),
  svc_managed_auth_schemes: texts,
  meta: z.object({ logo: z.string(), description: z.string() }),
  connected_account: z
    .object({
      id: id('ca'),
      user_id: z.string(),
      status: z.string(),
      ...owner,
      created_at: time,
      auth_config: z.object({ id: id('ac'), auth_scheme: z.string(), is_svc_managed: z.boolean() }),
    })
    .nullable(),
})

const paging = z
  .object({
    has_more: z.boolean(),
    next: z.object({ arguments: anyObject }).nullable(),
    message: z.string(),
    pages: z.int().optional(),
    items: z.int().optional(),
    stopped: z.string().optional(),
  })
  .optional()

/** `log_id` is null where a call was made whose log entry could not be written. */
const executed = z.object({
  data: anyObject,
  error: z.string().nullable(),
  log_id: id('log').nullable(),
  paging,
})

const approval = z.object({
  approval_id: id('apr'),
  session_id: id('trs'),
  user_id: z.string(),
  tool_slug: z.string(),
  toolkit: z.string(),
  version: z.string(),
  connected_account_id: z.string().nullable(),
  arguments: anyObject.nullable(),
  status: z.enum(['pending', 'approved', 'denied', 'used', 'expired']),
  created_at: time,
  expires_at: time,
  decided_at: time.nullable(),
  used_at: time.nullable(),
  approval_url: z.url().nullable(),
})

const mcpKey = z.object({
  id: id('mk'),
  session_id: id('trs'),
  name: z.string().nullable(),
  created_at: time,
  expires_at: time.nullable(),
})

/** spec 2.10, 4.7; rules of sections 5 and 6. */
export const ofSessions = {
  'sessions.create': withExperimental,
  'sessions.list': page(
    z.object({
      session_id: id('trs'),
      user_id: z.string(),
      mcp: session.shape.mcp,
      config_version: z.int(),
      created_at: time,
    }),
  ),
  'sessions.get': session.extend({ experimental: z.undefined().optional() }),
  'sessions.update': session,
  'sessions.delete': z.object({ deleted: z.literal(true), session_id: id('trs') }),
  'sessions.tools': z.object({ items: z.array(tool) }),
  'sessions.search': search,
  'sessions.toolkits': page(sessionToolkit),
  'sessions.execute': executed,
  'sessions.executeMeta': executed,
  'sessions.attach': withExperimental,
  'sessions.approvals': page(approval),
  'approvals.list': page(approval),
  'users.erase': z.object({ user_id: z.string(), erased: z.record(z.string(), z.number()) }),
  'users.get': z.object({
    user_id: z.string(),
    items: z.array(z.object({ kind: z.string(), record: z.record(z.string(), z.unknown()) })),
    next: z.string().nullable(),
  }),
  'users.list': page(
    z.object({ user_id: z.string(), connected_accounts: z.int(), sessions: z.int() }),
  ),
  'sessions.decide': approval,
  'sessions.createApprovalTicket': z.object({
    ticket: z.string(),
    approval_url: z.url(),
    expires_at: time,
  }),
  'sessions.result': z.object({
    handle: id('res'),
    type: z.string(),
    total: z.int(),
    offset: z.int(),
    next_offset: z.int().nullable(),
  }),
  'sessions.storeResult': z.object({ data: anyObject.nullable() }),
  'sessions.link': linkSession,
  'sessions.proxyExecute': proxied,
  'sessions.listMcpKeys': page(mcpKey.extend({ key_hint: z.string() })),
  'sessions.createMcpKey': mcpKey.extend({ key: z.string() }),
  'sessions.deleteMcpKey': z.object({ id: id('mk'), deleted: z.literal(true) }),
}
