import { z } from 'zod'
import { anyObject, fieldDescriptor, id, owner, page, success, texts, time } from './common.ts'
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
  verifies_connections: z.boolean(),
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

/** Rules 9.6 and 9.18. */
const importReport = z.object({
  version: z.string(),
  preview: z.boolean(),
  fingerprint: z.string(),
  operations: z.int(),
  made: z.int(),
  tools: texts,
  skipped: z.array(z.object({ operation: z.string(), reason: z.string() })),
  renamed: z.array(
    z.object({
      operation: z.string(),
      kind: z.string(),
      from: z.string(),
      to: z.string(),
      reason: z.string(),
    }),
  ),
  verdict: z.enum(['ready', 'incomplete']),
  warnings: z.array(
    z.object({
      code: z.string().regex(/^[a-z_]+$/),
      message: z.string(),
      fix: z.string(),
      blocking: z.boolean(),
    }),
  ),
  notes: texts,
  tokens: z.int(),
  difference: z.object({
    previous_version: z.string().nullable(),
    added: texts,
    removed: texts,
    changed: texts,
    unchanged: z.int(),
  }),
})

const importState = z.object({
  id: id('imp'),
  slug: z.string(),
  status: z.enum(['queued', 'running', 'succeeded', 'failed']),
  progress: z.object({ done: z.int(), total: z.int() }),
  report: importReport.nullable(),
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
  'toolkits.available': page(
    z.object({
      slug: z.string(),
      name: z.string(),
      summary: z.string(),
      logo: z.string(),
      aliases: texts,
      categories: z.array(z.object({ id: z.string(), name: z.string() })),
      source: z.enum(['openapi', 'discovery', 'graphql', 'mcp', 'none']),
      auth_schemes: texts,
      featured_tools: z.int(),
      triggers: z.int(),
      setup_url: z.string().nullable(),
      unverified: texts,
      installed: z
        .object({
          version: z.string(),
          managed: z.boolean(),
          current: z.boolean(),
          description: z.enum(['current', 'changed', 'unknown']).nullable(),
          description_problem: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  'toolkits.add': z.object({ imports: z.array(z.object({ slug: z.string(), id: id('imp') })) }),
  'toolkits.import': z.object({ id: id('imp') }),
  'toolkits.getImport': importState,
  'toolkits.diagnose': z.object({
    toolkit: z.object({ slug: z.string(), version: z.string() }),
    verdict: z.enum(['ready', 'incomplete']),
    problems: z.array(
      z.object({ code: z.string(), message: z.string(), fix: z.string(), blocking: z.boolean() }),
    ),
    accounts: z.array(
      z.object({
        id: id('ca'),
        status: z.string(),
        status_reason: z.string().nullable(),
        auth_config: z.object({ id: id('ac'), auth_scheme: z.string() }),
      }),
    ),
    call: z
      .object({
        tool_slug: z.string().nullable(),
        request: z.string().nullable(),
        connected_account_id: id('ca').nullable(),
        successful: z.boolean(),
        error: z.string().nullable(),
        identity: owner.identity,
        log_id: id('log').nullable(),
      })
      .nullable(),
  }),
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
  'tools.cancel': z.object({
    status: z.enum(['cancelling', 'prevented', 'finished', 'unknown']),
  }),
  'tools.proxy': proxied,
  'tools.execute': z.object({
    data: anyObject,
    error: z.string().nullable(),
    successful: z.boolean(),
    log_id: id('log').nullable(),
    paging: z
      .object({
        has_more: z.boolean(),
        next: z.object({ arguments: anyObject }).nullable(),
        message: z.string(),
      })
      .optional(),
  }),
  'triggerTypes.list': page(triggerType),
  'triggerTypes.get': triggerType,
  'triggerTypes.enum': texts,
}
