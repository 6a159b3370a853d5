import { z } from 'zod'
import {
  anyObject,
  authScheme,
  fieldDescriptor,
  id,
  owner,
  page,
  success,
  texts,
  time,
} from './common.ts'

const authConfig = z.object({
  id: id('ac'),
  uuid: z.uuid(),
  name: z.string(),
  type: z.enum(['custom', 'default']),
  toolkit: z.object({ slug: z.string(), logo: z.string() }),
  auth_scheme: authScheme,
  is_svc_managed: z.boolean(),
  status: z.enum(['ENABLED', 'DISABLED']),
  no_of_connections: z.int(),
  credentials: anyObject,
  proxy_config: z
    .object({ proxy_url: z.string(), proxy_auth_key: z.string().optional() })
    .optional(),
  shared_credentials: anyObject.optional(),
  expected_input_fields: z.array(fieldDescriptor),
  tool_access_config: z.object({
    tools_for_connected_account_creation: texts.optional(),
    tools_available_for_execution: texts.optional(),
  }),
  restrict_to_following_tools: texts,
  is_enabled_for_tool_router: z.boolean(),
  created_by: z.string().nullable(),
  created_at: time,
  last_updated_at: time,
})

const status = z.enum([
  'INITIALIZING',
  'INITIATED',
  'ACTIVE',
  'FAILED',
  'EXPIRED',
  'INACTIVE',
  'REVOKED',
])
const connection = z.object({ authScheme, val: z.looseObject({ status }) })

const connectedAccount = z.object({
  id: id('ca'),
  user_id: z.string(),
  toolkit: z.object({ slug: z.string() }),
  auth_config: z.object({
    id: id('ac'),
    auth_scheme: authScheme,
    is_svc_managed: z.boolean(),
    is_disabled: z.boolean(),
  }),
  status,
  status_reason: z.string().nullable(),
  is_disabled: z.boolean(),
  ...owner,
  expires_at: time.nullable(),
  created_at: time,
  updated_at: time,
  state: connection,
  data: anyObject,
  params: anyObject,
  deprecated: z.object({ uuid: z.uuid() }),
})

/** 2.13. */
export const linkSession = z.object({
  link_token: z.string(),
  redirect_url: z.url(),
  expires_at: time,
  connected_account_id: id('ca'),
})

const shownToolkit = z.object({ slug: z.string(), name: z.string(), logo: z.url().nullable() })

const userConnection = z.object({
  id: id('ca'),
  toolkit: shownToolkit,
  name: z.string().nullable(),
  owner: z.string().nullable(),
  status,
  is_disabled: z.boolean(),
  can_reconnect: z.boolean(),
  created_at: time,
})

/** spec 2.2 to 2.4, 4.1, 4.3; rules of sections 7 and 8. */
export const ofAccounts = {
  'authConfigs.create': z.object({
    toolkit: z.object({ slug: z.string() }),
    auth_config: z.object({ id: id('ac'), auth_scheme: authScheme, is_svc_managed: z.boolean() }),
  }),
  'authConfigs.reserveRedirectUri': z.object({ redirect_uri: z.url() }),
  'authConfigs.list': page(authConfig),
  'authConfigs.get': authConfig,
  'authConfigs.check': z.object({
    application: z.enum(['accepted', 'refused', 'unknown']),
    message: z.string(),
  }),
  'authConfigs.update': authConfig,
  'authConfigs.delete': success,
  'authConfigs.setStatus': success,
  'connectedAccounts.create': z.object({
    id: id('ca'),
    connectionData: connection,
    status,
    ...owner,
    redirect_url: z.string().nullable(),
    redirect_uri: z.string().nullable(),
    deprecated: z.object({ uuid: z.uuid(), authConfigUuid: z.uuid() }),
  }),
  'connectedAccounts.link': linkSession,
  'connectedAccounts.list': page(connectedAccount),
  'connectedAccounts.get': connectedAccount,
  'connectedAccounts.delete': success,
  'connectedAccounts.refresh': z.object({
    id: id('ca'),
    status,
    redirect_url: z.string().nullable(),
  }),
  'connectedAccounts.confirm': z.object({ id: id('ca'), status }),
  'connectedAccounts.setStatus': success,
  'connectedAccounts.update': connectedAccount,
  'connectTokens.create': z.object({
    token: z.string(),
    user_id: z.string(),
    toolkits: z.array(z.string()).nullable(),
    allowed_origins: z.array(z.string()),
    expires_at: time,
    connections_url: z.url(),
  }),
  'connectTokens.revoke': success,
  'connections.list': z.object({ items: z.array(userConnection) }),
  'connections.get': userConnection,
  'connections.update': userConnection,
  'connections.delete': success,
  'connections.toolkits': z.object({
    project: z.object({ name: z.string().nullable(), logo_url: z.url().nullable() }),
    items: z.array(shownToolkit),
  }),
  'connections.link': z.object({
    connection_id: id('ca'),
    redirect_url: z.url(),
    expires_at: time,
    needs_code: z.boolean(),
  }),
  'connections.confirm': z.object({ id: id('ca'), status }),
  'connections.approvals': z.object({
    items: z.array(
      z.object({
        approval_id: id('apr'),
        toolkit: shownToolkit,
        tool: z.object({ slug: z.string(), name: z.string(), is_destructive: z.boolean() }),
        connected_account_id: id('ca').nullable(),
        arguments: z
          .object({
            shown: z.array(
              z.object({
                name: z.string(),
                text: z.string(),
                is_secret: z.boolean(),
                cut: z.int(),
              }),
            ),
            more: z.int(),
          })
          .nullable(),
        created_at: time,
        expires_at: time,
      }),
    ),
  }),
  'connections.decide': z.object({ approval_id: id('apr'), status: z.string() }),
}
