import { z } from 'zod'
import { expirySeconds, page, pageQuery, projectId, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

const pageTheme = z.enum(['system', 'light', 'dark'])

/** Settings of a project (spec 2.11). */
const projectConfig = z.object({
  is_2FA_enabled: z.boolean(),
  logo_url: z.string().optional(),
  display_name: z.string().optional(),
  mask_secret_keys_in_connected_account: z.boolean(),
  log_visibility_setting: z.enum(['show_all', 'dont_store_data']),
  require_mcp_api_key: z.boolean(),
  is_svc_link_enabled_for_managed_auth: z.boolean().describe('Will be deprecated; do not use'),
  signed_url_file_expiry_in_seconds: z.number(),
  mcp_key_expiry_in_seconds: z
    .number()
    .describe(
      'Lifetime of MCP keys (of sessions, and of instances of MCP servers) that are created without expires_in_seconds; 0: as long as their session or instance exists',
    ),
  approval_sign_in_url: z
    .string()
    .optional()
    .describe(
      'A page of your application that signs the visitor in and creates a ticket: approval pages link to it, with session_id and approval_id. Empty: none',
    ),
  require_connection_confirmation: z
    .boolean()
    .describe(
      'Every link has `confirmation`: its account becomes ACTIVE only after the project has passed the code that the callback_url received, or that the page showed',
    ),
  accent_color: z
    .string()
    .optional()
    .describe(
      'Colour of buttons and links on the pages for users, such as #1f4fd8; they show it darker or lighter where it could not be read. Empty: the colour of the service',
    ),
  page_theme: pageTheme
    .optional()
    .describe(
      'Whether the pages for users are light or dark; system: as the device prefers. Absent: a service of an earlier version',
    ),
})
export type ProjectConfig = z.infer<typeof projectConfig>

const configRequest = z.object({
  is_2FA_enabled: z.boolean(),
  logo_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
    .describe(
      'Fetched once, when it is set: the pages show a copy. PNG, JPEG, GIF, WebP or an SVG of plain shapes, at most 256 KiB',
    ),
  display_name: z.string().min(1).max(100).optional(),
  mask_secret_keys_in_connected_account: z.boolean(),
  log_visibility_setting: z.enum(['show_all', 'dont_store_data']),
  require_mcp_api_key: z.boolean().optional(),
  is_svc_link_enabled_for_managed_auth: z.boolean().optional(),
  signed_url_file_expiry_in_seconds: z
    .number()
    .int()
    .min(60)
    .max(30 * 24 * 3600)
    .optional(),
  mcp_key_expiry_in_seconds: z.union([z.literal(0), expirySeconds]).optional(),
  approval_sign_in_url: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2000)])
    .optional(),
  require_connection_confirmation: z.boolean().optional(),
  accent_color: z
    .string()
    .max(7)
    .regex(/^(#[0-9a-fA-F]{6})?$/, 'must be a colour such as #1f4fd8, or empty')
    .optional(),
  page_theme: pageTheme.optional(),
})

const projectName = z
  .string()
  .min(3, 'must have at least 3 characters')
  .max(64, 'must have at most 64 characters')
  .regex(/^[0-9A-Za-z _-]+$/, 'may contain letters, digits, spaces, "_" and "-"')

/** A project as its owner sees it. */
const project = z.object({
  id: z.string(),
  org_id: z.string(),
  name: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  webhook_url: z
    .string()
    .nullable()
    .describe('URL of the newest webhook subscription of the project'),
  deleted: z.boolean(),
})
export type ProjectRecord = z.infer<typeof project>

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  created_at: timestamp,
})

const notes = z.array(z.string()).optional().describe('Why the logo cannot be shown')

const params = z.object({ nano_id: projectId })
const { items, ...pageFields } = page(project).shape

export const projects = {
  create: endpoint({
    method: 'POST',
    path: '/org/owner/project/new',
    summary: 'Create a project in the organization of the key',
    auth: 'organization',
    body: z
      .object({
        name: projectName,
        should_create_api_key: z.boolean().optional(),
        config: configRequest.optional(),
      })
      .meta({ examples: [{ name: 'Support agents', should_create_api_key: true }] }),
    responses: {
      200: z.object({ id: z.string(), name: z.string(), api_key: z.string().nullable(), notes }),
    },
    errors: ['invalid_request', 'unauthorized', 'internal'],
    idempotencyKey: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/org/owner/project/list',
    summary: 'List the projects that the key gives access to, newest first',
    description:
      "An organization key gives access to all projects of the organization, a project's or user's key only to its project.",
    auth: 'owner',
    query: z.object(pageQuery),
    responses: { 200: z.object({ data: items, ...pageFields }) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/org/owner/project/{nano_id}',
    summary: 'Get a project with its API keys, masked',
    auth: 'owner',
    params,
    responses: { 200: project.extend({ api_keys: z.array(apiKey) }) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/org/owner/project/{nano_id}',
    summary: 'Delete a project and everything in it',
    description:
      'Its data key is destroyed immediately, so no stored credential can be read again; its API keys stop working within a second.',
    auth: 'owner',
    params,
    responses: { 200: z.object({ status: z.literal('success') }) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
  regenerateApiKey: endpoint({
    method: 'POST',
    path: '/org/owner/project/{nano_id}/regenerate_api_key',
    summary: 'Replace the API keys of a project by a new one',
    description:
      'The previous keys stop working within a second. User keys (x-user-api-key) remain valid.',
    auth: 'owner',
    params,
    responses: { 200: z.object({ api_key: apiKey, message: z.string() }) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
    idempotencyKey: true,
  }),
  getConfig: endpoint({
    method: 'GET',
    path: '/org/project/config',
    summary: 'Get the configuration of the project',
    auth: 'project',
    responses: { 200: projectConfig },
    errors: ['unauthorized', 'not_found', 'internal'],
  }),
  updateConfig: endpoint({
    method: 'PATCH',
    path: '/org/project/config',
    summary: 'Update the configuration of the project',
    description: 'Only supplied fields change.',
    auth: 'project',
    body: configRequest.partial().meta({
      examples: [{ display_name: 'Support agents', log_visibility_setting: 'dont_store_data' }],
    }),
    responses: { 200: projectConfig.extend({ notes }) },
    errors: ['invalid_request', 'unauthorized', 'not_found', 'internal'],
  }),
}
