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
  version,
} from './common.ts'
import { importAuth } from './import-auth.ts'
import { importSource } from './import-source.ts'
import { importTrigger, importTriggerExamples } from './import-triggers.ts'
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
})

const annotations = z.enum(['trusted', 'untrusted'])
const changes = z.enum(['stage', 'accept_automatically'])

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
      deprecated_auth_provider_details: z
        .object({ authorization_url: z.string().optional(), token_url: z.string().optional() })
        .optional(),
    }),
  ),
  auth_guide_url: z.string().nullable(),
  base_url: z.string().optional(),
  annotations: annotations
    .optional()
    .describe('Of an MCP server only: whether the hints that it gives its tools are believed'),
  changes: changes
    .optional()
    .describe(
      'Of an MCP server only: what becomes of a list that the server changes of its own accord',
    ),
  meta: z.object({
    ...meta,
    categories: z.array(z.object({ name: z.string(), slug: z.string() })),
    available_versions: z.array(z.string()),
  }),
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
    .describe('`usage`: those whose tools this project executes most come first'),
}

export const importReport = z.object({
  version: z.string(),
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
  notes: z.array(z.string()),
  tokens: z.number().describe('Size of all tool schemas, estimated at four characters a token'),
  difference: z.object({
    previous_version: z.string().nullable(),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.string()),
    unchanged: z.number(),
  }),
})
export type ImportReport = z.infer<typeof importReport>

export const importState = z.object({
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

/** Prefix of a tag, operation id, path or tool name. */
const beginning = z.string().min(1).max(2000)

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
    summary: 'Import a toolkit from an API description or an MCP server',
    description:
      'Runs in the background; ask for the import until it has succeeded or failed. Importing again makes a new version with the same tool slugs.',
    auth: 'project',
    body: z
      .object({
        slug: toolkitSlug,
        name: z.string().min(1).max(100).optional(),
        description: z.string().max(2000).optional(),
        logo: z
          .url({ protocol: /^https?$/ })
          .max(2000)
          .optional()
          .describe(
            'Fetched once, and served by this service. PNG, JPEG, GIF or WebP of at most 256 KiB; the report notes why there is none',
          ),
        categories: z
          .array(z.object({ id: z.string().min(1).max(64), name: z.string().min(1).max(100) }))
          .max(20)
          .optional(),
        source: importSource,
        base_url: z
          .url({ protocol: /^https?$/ })
          .max(4096)
          .optional()
          .describe('Replaces the servers of the document'),
        auth: importAuth.optional(),
        include: z
          .array(beginning)
          .max(500)
          .optional()
          .describe(
            'Only operations whose tag, operation id or path begins with one of these; of an MCP server, only tools whose name does',
          ),
        exclude: z.array(beginning).max(500).optional(),
        current_user: z
          .object({ method: z.enum(['GET', 'POST']), path: z.string().max(4096).startsWith('/') })
          .optional()
          .describe('The request that tells whose credential it is'),
        triggers: z
          .array(importTrigger)
          .max(100)
          .optional()
          .describe('Trigger types of the toolkit: what is polled for, or how the provider pushes'),
        annotations: annotations
          .optional()
          .describe(
            'Whether the hints that an MCP server gives its tools are believed. Default: `untrusted`, so that each counts as destructive unless the project sets its hints; left out when the same server is imported again: as before',
          ),
        changes: changes
          .optional()
          .describe(
            'What becomes of a list that an MCP server changes of its own accord. Default: `stage`, so that nothing new or different is used before it is accepted; left out when the same server is imported again: as before',
          ),
        accept_host_change: z
          .boolean()
          .optional()
          .describe(
            'Allow this version to have other hosts or auth endpoints than the one before; auth configs and accounts that exist keep to theirs',
          ),
      })
      .meta({
        examples: [
          {
            slug: 'notes',
            source: { openapi: 'https://notes.example.com/openapi.json' },
            auth: { scheme: 'BEARER_TOKEN' },
            triggers: importTriggerExamples,
          },
        ],
      }),
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
  delete: endpoint({
    method: 'DELETE',
    path: '/toolkits/{slug}',
    summary: 'Delete an imported toolkit',
    description:
      'Removes all its versions, tools and trigger types, its auth configs and connected accounts. Built-in toolkits stay.',
    auth: 'project',
    params: z.object({ slug: toolkitSlug }),
    responses: { 200: success },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  ...toolkitChanges,
}
