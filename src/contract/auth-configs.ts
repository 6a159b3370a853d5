import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fieldDescriptor } from './toolkits.ts'
import { jsonInput, jsonValueInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'
import {
  authConfigId,
  authScheme,
  jsonObject,
  maximumTools,
  page,
  pageQuery,
  queryBoolean,
  queryList,
  success,
  timestamp,
  toolkitSlug,
  toolSlug,
  withWarnings,
} from './common.ts'

const toolList = z.array(toolSlug).max(maximumTools)

const toolAccess = z.object({
  tools_for_connected_account_creation: toolList
    .optional()
    .describe('Tools whose scopes new connections request'),
  tools_available_for_execution: toolList
    .optional()
    .describe('The only tools that may be executed'),
})

const proxyConfig = z.object({
  proxy_url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .refine(
      (url) => !/^[a-z]+:\/*[^/?#]*@/i.test(url),
      'must not hold a user name or password; use proxy_auth_key',
    ),
  proxy_auth_key: z
    .string()
    .max(4096)
    .regex(/^[\t\x20-\x7e]*$/, 'must be one line of plain text')
    .optional()
    .describe(
      'Sent as Proxy-Authorization: as it is when it begins with a scheme ("Basic …"), else after "Bearer"',
    ),
})

const redirectUri = z.string().min(1).max(2048)

const settings = {
  name: z.string().min(1).max(255).optional(),
  shared_credentials: jsonInput(settingLimits)
    .optional()
    .describe('Inherited by connected accounts'),
  tool_access_config: toolAccess.optional(),
  restrict_to_following_tools: toolList.optional().describe('Deprecated: use tool_access_config'),
  is_enabled_for_tool_router: z.boolean().optional(),
  redirect_uri: redirectUri
    .optional()
    .describe(
      "Where the provider sends users back to: one that `POST /auth_configs/redirect_uris` reserved, or that of the operator's application. " +
        'Default: `/oauth/callback` of the service, which only one authorization server may use',
    ),
}

const redirects = {
  redirect_uri: z
    .string()
    .nullable()
    .describe(
      'To be registered with the application at the provider; null where users go to no provider, or where the service makes itself known there',
    ),
  redirect_uri_is_shared: z
    .boolean()
    .describe(
      'True: the redirect URI is the shared `/oauth/callback`, which does not tell providers apart. Reserve one and register that',
    ),
}

/** An auth config (rule 7.3); secrets are masked. */
export const authConfig = z.object({
  id: z.string(),
  uuid: z.string(),
  name: z.string(),
  type: z.enum(['custom', 'default']),
  toolkit: z.object({ slug: z.string(), logo: z.string() }),
  auth_scheme: authScheme,
  is_svc_managed: z.boolean(),
  status: z.enum(['ENABLED', 'DISABLED']),
  no_of_connections: z.number(),
  credentials: jsonObject,
  proxy_config: z
    .object({ proxy_url: z.string(), proxy_auth_key: z.string().optional() })
    .optional(),
  shared_credentials: jsonObject.optional(),
  expected_input_fields: z.array(fieldDescriptor),
  tool_access_config: toolAccess,
  restrict_to_following_tools: z.array(z.string()),
  is_enabled_for_tool_router: z.boolean(),
  ...redirects,
  created_by: z.string().nullable(),
  created_at: timestamp,
  last_updated_at: timestamp,
})

const errors = ['invalid_request', 'unauthorized', 'not_found', 'internal'] as const
const params = z.object({ nanoid: authConfigId })

export const authConfigs = {
  create: endpoint({
    method: 'POST',
    path: '/auth_configs',
    summary: 'Create an auth config for a toolkit',
    auth: 'project',
    body: z
      .object({
        toolkit: z.object({ slug: toolkitSlug }),
        auth_config: z
          .object({
            type: z
              .enum(['use_svc_managed_auth', 'use_custom_auth'])
              .default('use_custom_auth')
              .describe(
                '`use_svc_managed_auth`: uses the OAuth application of the operator for this toolkit; of `credentials`, only scopes are accepted',
              ),
            authScheme: authScheme.optional().describe('Default: the first scheme of the toolkit'),
            credentials: jsonInput(settingLimits).optional(),
            scopes: jsonValueInput(settingLimits)
              .optional()
              .describe('The same as credentials.scopes'),
            proxy_config: proxyConfig
              .nullish()
              .describe('HTTP proxy for requests of these accounts'),
            ...settings,
          })
          .optional(),
      })
      .meta({
        examples: [
          {
            toolkit: { slug: 'github' },
            auth_config: {
              type: 'use_custom_auth',
              authScheme: 'API_KEY',
              name: 'GitHub of the support team',
            },
          },
        ],
      }),
    restricts: true,
    responses: {
      201: withWarnings(
        z.object({
          toolkit: z.object({ slug: z.string() }),
          auth_config: z.object({
            id: z.string(),
            auth_scheme: authScheme,
            is_svc_managed: z.boolean(),
            ...redirects,
          }),
        }),
      ),
    },
    errors: [...errors, 'unprocessable'],
    idempotencyKey: true,
  }),
  reserveRedirectUri: endpoint({
    method: 'POST',
    path: '/auth_configs/redirect_uris',
    summary: 'Reserve a redirect URI for an OAuth application',
    description:
      'Register it with the application at the provider, then pass it as `redirect_uri` when the auth config is created. It can only be used with the first authorization server that it is used with. ' +
      'A project keeps its 100 newest unused reservations.',
    auth: 'project',
    responses: { 201: z.object({ redirect_uri: z.string() }) },
    errors: ['unauthorized', 'internal'],
    idempotencyKey: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/auth_configs',
    summary: 'List auth configs',
    auth: 'project',
    query: z.object({
      toolkit_slug: queryList(toolkitSlug).optional().describe('Only those of these toolkits'),
      is_svc_managed: queryBoolean
        .optional()
        .describe("Only those with the operator's OAuth application, or only the others"),
      search: z.string().max(255).optional().describe('Part of the name'),
      show_disabled: queryBoolean.optional().describe('Also list disabled ones'),
      ...pageQuery,
    }),
    responses: { 200: page(authConfig) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/auth_configs/{nanoid}',
    summary: 'Get an auth config',
    auth: 'project',
    params,
    responses: { 200: authConfig },
    errors,
  }),
  check: endpoint({
    method: 'POST',
    path: '/auth_configs/{nanoid}/check',
    summary: "Ask the provider whether it knows an auth config's OAuth application",
    description:
      'Sends one request to the token endpoint, with a code that nobody was given: how the provider refuses it tells whether it knows client id and secret. Nothing changes.',
    auth: 'project',
    params,
    responses: {
      200: z.object({
        application: z
          .enum(['accepted', 'refused', 'unknown'])
          .describe(
            '`unknown`: nothing tells, as where the provider was away or there is no application',
          ),
        message: z.string(),
      }),
    },
    errors,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/auth_configs/{nanoid}',
    summary: 'Update an auth config',
    description: 'Only supplied fields change.',
    auth: 'project',
    params,
    body: z
      .discriminatedUnion('type', [
        z.object({
          type: z.literal('custom'),
          credentials: jsonInput(settingLimits)
            .optional()
            .describe(
              'Supplied fields replace the stored ones, null removes one, others are unchanged',
            ),
          proxy_config: proxyConfig.nullish().describe('Null removes the proxy'),
          ...settings,
        }),
        z.object({
          type: z.literal('default'),
          scopes: jsonValueInput(settingLimits).optional(),
          ...settings,
        }),
      ])
      .meta({
        examples: [
          {
            type: 'custom',
            name: 'GitHub, issues only',
            tool_access_config: {
              tools_available_for_execution: ['GITHUB_LIST_ISSUES', 'GITHUB_CREATE_ISSUE'],
            },
          },
        ],
      }),
    restricts: true,
    responses: { 200: withWarnings(authConfig) },
    errors,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/auth_configs/{nanoid}',
    summary: 'Delete an auth config and its connected accounts',
    auth: 'project',
    params,
    responses: { 200: success },
    errors,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/auth_configs/{nanoid}/{status}',
    summary: 'Enable or disable an auth config',
    auth: 'project',
    params: z.object({
      nanoid: authConfigId,
      status: z
        .string()
        .max(8)
        .toUpperCase()
        .pipe(z.enum(['ENABLED', 'DISABLED']))
        .describe('Case-insensitive'),
    }),
    responses: { 200: success },
    errors,
  }),
}
