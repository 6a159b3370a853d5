import { z } from 'zod'
import { anyObject, fieldDescriptor, id, page, success, texts, time } from './common.ts'
import { tool } from './tool.ts'

const meta = {
  created_at: z.string(),
  updated_at: z.string(),
  description: z.string(),
  logo: z.string(),
  app_url: z.string().nullable(),
  triggers_count: z.int(),
  tools_count: z.int(),
  version: z.string(),
}

const toolkit = z.object({
  slug: z.string(),
  name: z.string(),
  auth_schemes: texts,
  svc_managed_auth_schemes: texts,
  is_local_toolkit: z.literal(false),
  no_auth: z.boolean(),
  auth_guide_url: z.string().nullable(),
  deprecated: z.object({ toolkitId: z.string() }),
  meta: z.object({ ...meta, categories: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

const fields = z.object({ required: z.array(fieldDescriptor), optional: z.array(fieldDescriptor) })

const toolkitDetail = z.object({
  slug: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  svc_managed_auth_schemes: texts,
  is_local_toolkit: z.literal(false),
  auth_config_details: z.array(
    z.object({
      mode: z.string(),
      name: z.string(),
      fields: z.object({ auth_config_creation: fields, connected_account_initiation: fields }),
      proxy: z.object({ base_url: z.string() }).optional(),
      auth_hint_url: z.string().nullable().optional(),
      deprecated_auth_provider_details: z
        .object({ authorization_url: z.string().optional(), token_url: z.string().optional() })
        .optional(),
    }),
  ),
  auth_guide_url: z.string().nullable(),
  base_url: z.string().optional(),
  annotations: z.enum(['trusted', 'untrusted']).optional(),
  changes: z.enum(['stage', 'accept_automatically']).optional(),
  meta: z.object({
    ...meta,
    categories: z.array(z.object({ name: z.string(), slug: z.string() })),
    available_versions: texts,
  }),
  get_current_user_endpoint: z.string().optional(),
  get_current_user_endpoint_method: z.string().optional(),
  deprecated: z.object({
    toolkitId: z.string(),
    getCurrentUserEndpoint: z.string().optional(),
    rawProxyInfoByAuthSchemes: z.array(anyObject),
  }),
})

const triggerType = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  type: z.enum(['webhook', 'poll']),
  toolkit: z.object({ slug: z.string(), name: z.string(), logo: z.string() }),
  config: anyObject,
  payload: anyObject,
  version: z.string(),
})

const importState = z.object({
  id: id('imp'),
  slug: z.string(),
  status: z.enum(['queued', 'running', 'succeeded', 'failed']),
  progress: z.object({ done: z.int(), total: z.int() }),
  report: anyObject.nullable(),
  error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
})

/** A proxied answer (spec 4.2). */
export const proxied = z.object({
  data: anyObject.nullable(),
  binary_data: z
    .object({ url: z.url(), content_type: z.string(), size: z.int(), expires_at: time })
    .optional(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
})

/** spec 2.5 to 2.7, 4.2, 4.4, 4.5; rules of sections 9 and 10. */
export const ofCatalog = {
  'toolkits.list': page(toolkit),
  'toolkits.multi': page(toolkit),
  'toolkits.get': toolkitDetail,
  'toolkits.categories': page(z.object({ id: z.string(), name: z.string() })),
  'toolkits.import': z.object({ id: id('imp') }),
  'toolkits.getImport': importState,
  'toolkits.changes': page(
    z.object({ id: id('chg'), tool_slug: z.string(), status: z.enum(['pending', 'rejected']) }),
  ),
  'toolkits.acceptChanges': z.object({ version: z.string() }),
  'toolkits.rejectChanges': success,
  'toolkits.delete': success,
  'tools.list': page(tool),
  'tools.enum': texts,
  'tools.get': tool,
  'tools.annotate': z.object({ slug: z.string(), tags: texts }),
  'tools.proxy': proxied,
  'tools.execute': z.object({
    data: anyObject,
    error: z.string().nullable(),
    successful: z.boolean(),
    log_id: id('log').nullable(),
  }),
  'triggerTypes.list': page(triggerType),
  'triggerTypes.get': triggerType,
  'triggerTypes.enum': texts,
}
