import { z } from 'zod'
import { anyObject, id, page, pageOfData, success, texts, time } from './common.ts'

const project = z.object({
  id: id('pr'),
  org_id: z.string(),
  name: z.string(),
  created_at: time,
  updated_at: time,
  webhook_url: z.string().nullable(),
  deleted: z.boolean(),
})
const apiKey = z.object({ id: z.string(), name: z.string(), key: z.string(), created_at: time })

const config = z.object({
  is_2FA_enabled: z.boolean(),
  logo_url: z.string().optional(),
  display_name: z.string().optional(),
  mask_secret_keys_in_connected_account: z.boolean(),
  log_visibility_setting: z.enum(['show_all', 'dont_store_data']),
  require_mcp_api_key: z.boolean().optional(),
  mcp_key_expiry_in_seconds: z.number().optional(),
  approval_sign_in_url: z.string().optional(),
  signed_url_file_expiry_in_seconds: z.number().optional(),
})

const mcpServer = z.object({
  id: z.uuid(),
  name: z.string(),
  auth_config_ids: z.array(id('ac')),
  allowed_tools: texts,
  mcp_url: z.url(),
  toolkits: texts,
  toolkit_icons: z.record(z.string(), z.string()),
  commands: z.object({ client_1: z.string(), client_2: z.string(), client_3: z.string() }),
  updated_at: time,
  created_at: time,
  server_instance_count: z.int(),
  managed_auth_via_svc: z.boolean(),
  deleted: z.boolean(),
})

const mcpInstance = z.object({
  id: z.string(),
  instance_id: z.string(),
  mcp_server_id: z.uuid(),
  created_at: time,
  updated_at: time,
  expires_at: time.nullable(),
})

const subscription = z.object({
  id: id('ws'),
  webhook_url: z.url({ protocol: /^https$/ }),
  version: z.enum(['V1', 'V2', 'V3']),
  enabled_events: texts,
  secret: z.string(),
  created_at: time,
  updated_at: time,
})

const delivery = z.object({
  id: id('wd'),
  event_id: z.string(),
  event_type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed', 'dead']),
  attempts: z.array(
    z.object({
      at: time,
      status_code: z.int().nullable(),
      duration_ms: z.number(),
      error: z.string().nullable(),
    }),
  ),
  next_attempt_at: time.nullable(),
})

const triggerInstance = z.object({
  id: id('ti'),
  uuid: z.uuid(),
  connected_account_id: z.string().nullable(),
  user_id: z.string().nullable(),
  trigger_name: z.string(),
  trigger_config: anyObject,
  state: anyObject,
  trigger_data: z.string().nullable(),
  version: z.string(),
  disabled_at: time.nullable(),
  updated_at: time,
})
const upserted = z.object({ trigger_id: id('ti'), deprecated: z.object({ uuid: z.uuid() }) })

const logEntry = z.object({
  id: id('log'),
  tool_slug: z.string(),
  toolkit: z.string(),
  user_id: z.string().nullable(),
  connected_account_id: z.string().nullable(),
  session_id: z.string().nullable(),
  status: z.enum(['success', 'error']),
  error: z.string().nullable(),
  started_at: time,
  duration_ms: z.number(),
})

const counts = { calls: z.int(), errors: z.int() }
const durations = z
  .object({ average: z.number(), p50: z.number(), p95: z.number(), p99: z.number() })
  .nullable()

/** spec 2.8, 2.9, 2.11, 2.12, 4.5 to 4.10; rules of sections 11 to 14. */
export const ofProjects = {
  'description.openapi': z.object({
    openapi: z.string().startsWith('3.1.'),
    info: anyObject,
    paths: anyObject,
    components: anyObject,
  }),
  'logs.list': page(logEntry),
  'logs.get': logEntry,
  'mcp.get': mcpServer,
  'mcp.update': mcpServer,
  'mcp.delete': z.object({ id: z.uuid(), deleted: z.literal(true) }),
  'mcp.create': mcpServer,
  'mcp.createCustom': mcpServer,
  'mcp.list': page(mcpServer),
  'mcp.listByApp': page(mcpServer),
  'mcp.generate': z.object({
    mcp_url: z.url(),
    connected_account_urls: z.array(z.url()),
    user_ids_url: z.array(z.url()),
  }),
  'mcp.rotateUrls': z.object({
    server_id: z.uuid(),
    user_id: z.string().nullable(),
    rotated_at: time,
  }),
  'mcp.listInstances': z.object({
    instances: z.array(mcpInstance),
    server_id: z.uuid(),
    server_name: z.string(),
    total_pages: z.int(),
    current_page: z.int(),
  }),
  'mcp.createInstance': mcpInstance,
  'mcp.deleteInstance': z.object({ message: z.string(), deleted_connected_accounts: z.unknown() }),
  'migration.getNanoid': z.object({ nanoid: z.string() }),
  'projects.create': z.object({
    id: id('pr'),
    name: z.string().optional(),
    api_key: z.string().nullable(),
  }),
  'projects.list': pageOfData(project),
  'projects.get': project.extend({ api_keys: z.array(apiKey) }),
  'projects.delete': z.object({ status: z.literal('success') }),
  'projects.regenerateApiKey': z.object({ api_key: apiKey, message: z.string() }),
  'projects.getConfig': config,
  'projects.updateConfig': config,
  'triggerInstances.upsert': upserted,
  'triggerInstances.listActive': page(triggerInstance),
  'triggerInstances.setStatus': z.object({ status: z.literal('success') }),
  'triggerInstances.delete': z.object({ trigger_id: id('ti') }),
  'usage.get': z.object({
    interval: z.enum(['hour', 'day']),
    from: time,
    to: time,
    counted_until: time,
    ...counts,
    duration_ms: durations,
    series: z.array(z.object({ start: time, ...counts, duration_ms: durations })),
    groups: z.array(
      z.object({
        value: z.string(),
        ...counts,
        duration_ms: durations,
        series: z.array(z.object({ start: time, ...counts })),
      }),
    ),
    others: z.object(counts),
  }),
  'webhookDeliveries.replay': delivery,
  'webhookSubscriptions.create': subscription,
  'webhookSubscriptions.list': page(subscription),
  'webhookSubscriptions.eventTypes': z.object({
    items: z.array(
      z.object({
        event_type: z.string(),
        description: z.string(),
        supported_versions: z.array(z.enum(['V1', 'V2', 'V3'])),
      }),
    ),
  }),
  'webhookSubscriptions.get': subscription,
  'webhookSubscriptions.update': subscription,
  'webhookSubscriptions.delete': success,
  'webhookSubscriptions.rotateSecret': z.object({ id: id('ws'), secret: z.string() }),
  'webhookSubscriptions.sendTest': delivery,
  'webhookSubscriptions.recover': z.object({
    recovered: z.number().int(),
    has_more: z.boolean(),
  }),
  'webhookSubscriptions.listDeliveries': page(delivery),
}
