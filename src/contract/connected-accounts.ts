import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { authConfigId, authScheme, connectedAccountId, jsonObject, page, pageQuery, queryList, success, timestamp, toolkitSlug, userId } from './common.ts'

export const accountStatus = z.enum(['INITIALIZING', 'INITIATED', 'ACTIVE', 'FAILED', 'EXPIRED', 'INACTIVE', 'REVOKED'])
export type AccountStatus = z.infer<typeof accountStatus>

const connectionData = z.object({ authScheme, val: jsonObject })

/** A connected account (wire.md section 4); secrets are masked unless the project says otherwise. */
export const connectedAccount = z.object({
  id: z.string(),
  user_id: z.string(),
  toolkit: z.object({ slug: z.string() }),
  auth_config: z.object({ id: z.string(), auth_scheme: authScheme, is_svc_managed: z.boolean(), is_disabled: z.boolean() }),
  status: accountStatus,
  status_reason: z.string().nullable(),
  is_disabled: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  state: connectionData,
  data: jsonObject.describe('Deprecated: use state'),
  params: jsonObject,
  deprecated: z.object({ uuid: z.string() }),
})

const errors = ['invalid_request', 'unauthorized', 'not_found', 'internal'] as const
const params = z.object({ nanoid: connectedAccountId })

export const connectedAccounts = {
  create: endpoint({
    method: 'POST',
    path: '/connected_accounts',
    summary: 'Connect an account',
    description: 'API keys, tokens and passwords are given here and the account is ACTIVE at once.',
    auth: 'project',
    body: z.object({
      auth_config: z.object({ id: authConfigId }),
      connection: z.object({
        user_id: userId.optional().describe('Default: "default"'),
        state: connectionData.partial({ authScheme: true }).optional(),
        data: jsonObject.optional().describe('Deprecated: use state'),
        callback_url: z.url({ protocol: /^https?$/ }).optional(),
        redirect_uri: z.url({ protocol: /^https?$/ }).optional().describe('Deprecated: use callback_url'),
        deprecated_is_v1_rerouted: z.boolean().optional(),
      }),
    }),
    responses: {
      201: z.object({
        id: z.string(),
        connectionData,
        status: accountStatus.describe('Deprecated: use connectionData'),
        redirect_url: z.string().nullable().describe('Deprecated: use connectionData'),
        redirect_uri: z.string().nullable().describe('Deprecated: use connectionData'),
        deprecated: z.object({ uuid: z.string(), authConfigUuid: z.string() }),
      }),
    },
    errors: [...errors, 'unsupported'],
    idempotencyKey: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/connected_accounts',
    summary: 'List connected accounts',
    auth: 'project',
    query: z.object({
      user_ids: queryList(z.string()).optional(),
      toolkit_slugs: queryList(toolkitSlug).optional(),
      auth_config_ids: queryList(authConfigId).optional(),
      connected_account_ids: queryList(connectedAccountId).optional(),
      statuses: queryList(accountStatus).optional(),
      order_by: z.enum(['created_at', 'updated_at']).optional(),
      order_direction: z.enum(['asc', 'desc']).optional(),
      ...pageQuery,
    }),
    responses: { 200: page(connectedAccount) },
    errors: ['invalid_request', 'unauthorized', 'internal'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/connected_accounts/{nanoid}',
    summary: 'Get a connected account',
    auth: 'project',
    params,
    responses: { 200: connectedAccount },
    errors,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/connected_accounts/{nanoid}',
    summary: 'Delete a connected account and its credentials',
    auth: 'project',
    params,
    responses: { 200: success },
    errors,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/connected_accounts/{nanoid}/status',
    summary: 'Switch a connected account on or off',
    auth: 'project',
    params,
    body: z.object({ enabled: z.boolean() }),
    responses: { 200: success },
    errors,
  }),
}
