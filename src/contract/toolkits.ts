import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  importId,
  jsonObject,
  page,
  pageBody,
  pageQuery,
  success,
  timestamp,
  toolkitSlug,
  userId,
  version,
} from './common.ts'
import { availableToolkits } from './available-toolkits.ts'
import { connectedIdentity } from './connected-accounts.ts'
import { annotations, changes, importBody } from './import-body.ts'
import { authSetup, scopeSet } from './recipe/auth.ts'
import { toolkitChanges } from './toolkit-changes.ts'

/** A field that an operator or a user fills in (rule 9.2). */
export const fieldDescriptor = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: z.string(),
  required: z.boolean(),
  default: z.string().nullable(),
  is_secret: z.boolean(),
  user_visible: z.boolean(),
  url: z.string().optional().describe('Where users find the value'),
  one_of: z.array(z.string()).optional().describe('The values that are possible'),
})

const fieldLists = z.object({
  required: z.array(fieldDescriptor),
  optional: z.array(fieldDescriptor),
})

const meta = {
  created_at: timestamp,
  updated_at: timestamp,
  description: z.string(),
  logo: z.string(),
  app_url: z.string().nullable(),
  triggers_count: z.number(),
  tools_count: z.number(),
  version: z.string(),
}

export const toolkitItem = z.object({
  slug: z.string(),
  name: z.string(),
  auth_schemes: z.array(z.string()),
  svc_managed_auth_schemes: z.array(z.string()),
  is_local_toolkit: z.boolean().describe('Deprecated, always false'),
  no_auth: z.boolean(),
  auth_guide_url: z.string().nullable(),
  deprecated: z.object({ toolkitId: z.string() }),
  meta: z.object({ ...meta, categories: z.array(z.object({ id: z.string(), name: z.string() })) }),
})

export const toolkitDetail = z.object({
  slug: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  svc_managed_auth_schemes: z.array(z.string()),
  is_local_toolkit: z.boolean().describe('Deprecated, always false'),
  auth_config_details: z.array(
    z.object({
      mode: z.string(),
      name: z.string(),
      fields: z.object({
        auth_config_creation: fieldLists,
        connected_account_initiation: fieldLists,
      }),
      proxy: z.object({ base_url: z.string() }).optional(),
      auth_hint_url: z.string().nullable().optional(),
      setup: authSetup.optional(),
      default_scopes: z
        .array(z.string())
        .optional()
        .describe('Asked for where an auth config names none'),
      scope_sets: z.array(scopeSet).optional(),
      deprecated_auth_provider_details: z
        .object({ authorization_url: z.string().optional(), token_url: z.string().optional() })
        .optional(),
    }),
  ),
  auth_guide_url: z.string().nullable(),
  base_url: z.string().optional(),
  annotations: annotations
    .optional()
    .describe('MCP servers only: whether the hints of its tools are trusted'),
  changes: changes
    .optional()
    .describe('MCP servers only: what happens when the server changes its tools'),
  meta: z.object({
    ...meta,
    categories: z.array(z.object({ name: z.string(), slug: z.string() })),
    available_versions: z.array(z.string()),
  }),
  verifies_connections: z.boolean().describe('Connecting an account asks the API whose it is'),
  get_current_user_endpoint: z.string().optional(),
  get_current_user_endpoint_method: z.string().optional(),
  deprecated: z.object({
    toolkitId: z.string(),
    getCurrentUserEndpoint: z.string().optional(),
    rawProxyInfoByAuthSchemes: z.array(jsonObject),
  }),
})

const filters = {
  category: z.string().max(255).optional().describe('Category id or name'),
  managed_by: z
    .enum(['svc', 'all', 'project'])
    .optional()
    .describe('`svc` built-in toolkits, `project` imported ones'),
  sort_by: z
    .enum(['usage', 'alphabetically'])
    .optional()
    .describe("`usage`: sorted by the project's executions, most used first"),
}

/** What keeps an imported toolkit from working as it should (rule 9.18). */
const importWarning = z.object({
  code: z
    .string()
    .describe('Stable, in snake case, such as `no_credentials`; later versions may add codes'),
  blocking: z
    .boolean()
    .describe(
      'True: some or all tools cannot work, or act without a credential, until it is fixed',
    ),
  message: z.string().describe('What is wrong or missing, and where'),
  fix: z.string().describe('What to do next: a field of the import, or a command'),
})
export type ImportWarning = z.infer<typeof importWarning>

const importReport = z.object({
  version: z.string().describe('Of a preview: the present version'),
  preview: z
    .boolean()
    .describe('Nothing was changed: `difference` is what the import would change'),
  fingerprint: z.string().describe('Equal where imports make the same toolkit'),
  operations: z.number(),
  made: z.number(),
  tools: z.array(z.string()),
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
  verdict: z.enum(['ready', 'incomplete']).describe('`incomplete`: there are blocking warnings'),
  warnings: z
    .array(importWarning)
    .describe('What should be repaired before the toolkit is used, the blocking ones first'),
  notes: z.array(z.string()),
  tokens: z
    .number()
    .describe('Size of all tool schemas in tokens, estimated at four characters per token'),
  difference: z.object({
    previous_version: z.string().nullable(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
    unchanged: z.number(),
  }),
})
export type ImportReport = z.infer<typeof importReport>

const importState = z.object({
  id: z.string(),
  slug: z.string(),
  status: z.enum(['queued', 'running', 'succeeded', 'failed']),
  progress: z.object({ done: z.number(), total: z.number() }),
  report: importReport.nullable(),
  error: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
})
export type ImportState = z.infer<typeof importState>

/** What keeps a toolkit from working for a project, or for one of its users. */
const diagnosis = z.object({
  toolkit: z.object({ slug: z.string(), version: z.string() }),
  verdict: z.enum(['ready', 'incomplete']),
  problems: z
    .array(importWarning)
    .describe(
      'Those of the import, then `no_application`, `no_account`, `account_unusable` and `call_failed`; the blocking ones first',
    ),
  accounts: z
    .array(
      z.object({
        id: z.string(),
        status: z.string(),
        status_reason: z.string().nullable(),
        auth_config: z.object({ id: z.string(), auth_scheme: z.string() }),
      }),
    )
    .describe('Accounts of the user, the newest first, at most 20'),
  call: z
    .object({
      tool_slug: z
        .string()
        .nullable()
        .describe('Null: the request by which the recipe of the toolkit has accounts verified'),
      request: z.string().nullable().describe('Method and path of that request'),
      connected_account_id: z.string().nullable(),
      successful: z.boolean(),
      error: z.string().nullable(),
      identity: connectedIdentity
        .nullable()
        .describe('Whose account it is, as the API answered that request'),
      log_id: z.string().nullable(),
    })
    .nullable()
    .describe('Null: none was made'),
})
export type Diagnosis = z.infer<typeof diagnosis>

export const toolkits = {
  list: endpoint({
    method: 'GET',
    path: '/toolkits',
    summary: 'List toolkits',
    auth: 'project',
    query: z.object({
      ...filters,
      search: z.string().max(255).optional().describe('In slug, name or description'),
      ...pageQuery,
    }),
    cacheable: true,
    responses: { 200: page(toolkitItem) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  multi: endpoint({
    method: 'POST',
    path: '/toolkits/multi',
    summary: 'List the latest versions of chosen toolkits',
    auth: 'project',
    body: z
      .object({ toolkits: z.array(toolkitSlug).max(1000).optional(), ...filters, ...pageBody })
      .meta({
        examples: [{ toolkits: ['github', 'slack'], sort_by: 'alphabetically', limit: 50 }],
      }),
    responses: { 200: page(toolkitItem) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/toolkits/{slug}',
    summary: 'Get a toolkit',
    auth: 'project',
    params: z.object({ slug: toolkitSlug }),
    query: z.object({ version: version.optional() }),
    cacheable: true,
    responses: { 200: toolkitDetail },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  categories: endpoint({
    method: 'GET',
    path: '/toolkits/categories',
    summary: 'List the categories of toolkits',
    auth: 'project',
    query: z.object(pageQuery),
    cacheable: true,
    responses: { 200: page(z.object({ id: z.string(), name: z.string() })) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  import: endpoint({
    method: 'POST',
    path: '/toolkits/import',
    maximumBodyBytes: 64 * 1024 * 1024,
    summary: 'Import a toolkit from an API description, a GraphQL API or an MCP server',
    description:
      'Runs in the background; poll the import until it has succeeded or failed. Importing again creates a new version with the same tool slugs, unless `rename_tools` asks for new ones.',
    auth: 'project',
    needsBody: true,
    body: importBody,
    responses: { 202: z.object({ id: z.string() }) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
    idempotencyKey: true,
  }),
  getImport: endpoint({
    method: 'GET',
    path: '/toolkits/imports/{id}',
    summary: 'Get the state and report of an import',
    auth: 'project',
    params: z.object({ id: importId }),
    responses: { 200: importState },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  diagnose: endpoint({
    method: 'POST',
    path: '/toolkits/{slug}/diagnose',
    summary: 'Find out what keeps a toolkit from working',
    description:
      'Repeats the verdict of the import and looks at auth configs. With `user_id` it also looks at the accounts of that user and makes one call: the request by which the recipe of the toolkit has accounts verified, or else of a read-only tool that needs no arguments, where there is one.',
    auth: 'project',
    params: z.object({ slug: toolkitSlug }),
    body: z
      .object({
        user_id: userId.optional(),
        call: z.boolean().default(true).describe('False: no call is made'),
      })
      .meta({ examples: [{ user_id: 'ada' }] }),
    responses: { 200: diagnosis },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/toolkits/{slug}',
    summary: 'Delete an imported toolkit',
    description:
      'Removes all its versions, tools and trigger types, its auth configs and connected accounts. Built-in toolkits cannot be deleted.',
    auth: 'project',
    params: z.object({ slug: toolkitSlug }),
    responses: { 200: success },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  ...availableToolkits,
  ...toolkitChanges,
}
