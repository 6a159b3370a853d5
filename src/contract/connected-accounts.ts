import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { connectionFields, connectionValues } from './connection-values.ts'
import { looseInput } from './json-input.ts'
import { settingLimits } from './json-limits.ts'
import {
  authConfigId,
  authScheme,
  callbackUrl,
  connectedAccountId,
  jsonObject,
  page,
  pageQuery,
  queryList,
  queryUserIds,
  success,
  timestamp,
  toolkitSlug,
  userId,
} from './common.ts'

export const accountStatus = z.enum([
  'INITIALIZING',
  'INITIATED',
  'ACTIVE',
  'FAILED',
  'EXPIRED',
  'INACTIVE',
  'REVOKED',
])
export type AccountStatus = z.infer<typeof accountStatus>

const connectionData = z.object({ authScheme, val: jsonObject })
const connectionState = looseInput(
  { ...connectionFields, status: accountStatus.optional() },
  settingLimits,
)

/**
 * How the application verifies that the intended user used a link, and not somebody to whom it was
 * forwarded.
 */
export const linkConfirmation = z
  .enum(['callback', 'code'])
  .describe(
    'The account becomes ACTIVE only when `confirm` is called with a code. `callback`: callback_url receives the code as `confirmation_code`. ' +
      '`code`: the page shows the code, and the user enters it where the link came from. Default: none, or `callback` if the project requires confirmation',
  )
export type LinkConfirmation = z.infer<typeof linkConfirmation>

/** A link that a user opens to connect an account (spec 2.13). */
export const linkSession = z.object({
  link_token: z.string(),
  redirect_url: z.string(),
  expires_at: timestamp,
  connected_account_id: z.string(),
})

/** What a person calls an account, where they have several. */
export const accountName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^\S([\s\S]*\S)?$/, 'must not begin or end with spaces')

export const confirmationCode = z.string().min(1).max(255)

const saidByApi = z.string().max(200).nullable()

/** Whose account it is (rule 8.17). */
export const connectedIdentity = z
  .object({
    id: saidByApi,
    name: saidByApi,
    email: saidByApi,
    login: saidByApi,
    workspace: saidByApi,
    url: saidByApi,
  })
  .describe(
    'Whose account it is, as the API said when it was connected: texts of a third party, of at most 200 characters',
  )
export type ConnectedIdentity = z.infer<typeof connectedIdentity>

const accountVerification = z
  .enum(['verified', 'unverified', 'none'])
  .describe(
    '`verified`: the API accepted the credential when the account was connected. `unverified`: it could not be asked. `none`: it was not asked, or the toolkit names no request for it',
  )

/** What is known of an account's owner. */
export const ownerFields = {
  identity: connectedIdentity.nullable(),
  verification: accountVerification,
  verified_at: timestamp.nullable(),
}

/**
 * A connected account (rule 8.3); secrets are masked unless the project says otherwise.
 */
export const connectedAccount = z.object({
  id: z.string(),
  user_id: z.string(),
  toolkit: z.object({ slug: z.string() }),
  auth_config: z.object({
    id: z.string(),
    auth_scheme: authScheme,
    is_svc_managed: z.boolean(),
    is_disabled: z.boolean(),
  }),
  status: accountStatus,
  status_reason: z.string().nullable(),
  is_disabled: z.boolean(),
  name: accountName.nullable().describe('As its user or the project named it'),
  ...ownerFields,
  expires_at: timestamp
    .nullable()
    .describe('When the current credential ends, which is renewed before; null if unknown'),
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
    description:
      'API keys, tokens and passwords are passed here, and the account is ACTIVE immediately. For OAuth schemes the answer contains the URL that the user must open; ' +
      "with `long_redirect_url` in `connection.state.val` it is the provider's URL, which is not bound to a browser, so give it to nobody but the user. " +
      'An existing OAuth credential is imported with `status` ACTIVE.',
    auth: 'project',
    body: z
      .object({
        auth_config: z.object({ id: authConfigId }),
        connection: z.object({
          user_id: userId.optional().describe('Default: "default"'),
          state: z.object({ authScheme, val: connectionState }).optional(),
          data: connectionValues.optional().describe('Deprecated: use state'),
          callback_url: callbackUrl
            .optional()
            .describe('URL that the browser is redirected to when the connection is complete'),
          redirect_uri: callbackUrl.optional().describe('Deprecated: use callback_url'),
          confirmation: linkConfirmation.optional(),
          deprecated_is_v1_rerouted: z.boolean().optional().describe('Deprecated: has no effect'),
        }),
        validate_credentials: z
          .boolean()
          .optional()
          .describe(
            'Ask the API whose credential it is: one that it refuses is 400; where it cannot be asked the account is ACTIVE and `unverified`. Default: false. An API key of a toolkit that names no request for this is 400. Values that only the API knows are looked up in any case (rule 8.18)',
          ),
      })
      .meta({
        examples: [
          {
            auth_config: { id: 'ac_8Kd2mPq4Xw7Zr1Tn5' },
            connection: {
              user_id: 'ada',
              state: { authScheme: 'API_KEY', val: { generic_api_key: 'key of the user' } },
            },
          },
        ],
      }),
    responses: {
      201: z.object({
        id: z.string(),
        connectionData,
        status: accountStatus.describe('Deprecated: use connectionData'),
        ...ownerFields,
        redirect_url: z.string().nullable().describe('Deprecated: use connectionData'),
        redirect_uri: z.string().nullable().describe('Deprecated: use connectionData'),
        deprecated: z.object({ uuid: z.string(), authConfigUuid: z.string() }),
      }),
    },
    errors: [...errors, 'unsupported'],
    idempotencyKey: true,
  }),
  link: endpoint({
    method: 'POST',
    path: '/connected_accounts/link',
    summary: 'Create a link that a user opens to connect an account',
    description:
      'The link can be used once, until it expires. It is bound to the browser that submits its form first.',
    auth: 'project',
    body: z
      .object({
        auth_config_id: authConfigId,
        user_id: userId,
        callback_url: callbackUrl
          .optional()
          .describe(
            'URL that the browser is redirected to when the connection is complete, with `status` and `connected_account_id`',
          ),
        connection_data: connectionValues.optional().describe('Initial values of the form'),
        confirmation: linkConfirmation.optional(),
      })
      .meta({
        examples: [
          {
            auth_config_id: 'ac_8Kd2mPq4Xw7Zr1Tn5',
            user_id: 'ada',
            callback_url: 'https://app.example.com/connected',
          },
        ],
      }),
    responses: { 201: linkSession },
    errors: [
      'invalid_request',
      'unauthorized',
      'not_found',
      'unprocessable',
      'internal',
      'unsupported',
    ],
    idempotencyKey: true,
  }),
  list: endpoint({
    method: 'GET',
    path: '/connected_accounts',
    summary: 'List connected accounts',
    auth: 'project',
    query: z.object({
      user_ids: queryUserIds('Only those of these users'),
      toolkit_slugs: queryList(toolkitSlug).optional().describe('Only those of these toolkits'),
      auth_config_ids: queryList(authConfigId)
        .optional()
        .describe('Only those under these auth configs'),
      connected_account_ids: queryList(connectedAccountId).optional().describe('Only these'),
      statuses: queryList(accountStatus).optional().describe('Only those in one of these states'),
      order_by: z.enum(['created_at', 'updated_at']).optional().describe('Default: created_at'),
      order_direction: z.enum(['asc', 'desc']).optional().describe('Default: desc, newest first'),
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
  update: endpoint({
    method: 'PATCH',
    path: '/connected_accounts/{nanoid}',
    summary: 'Name a connected account',
    auth: 'project',
    params,
    body: z
      .object({ name: accountName.nullable().describe('Null: no name') })
      .meta({ examples: [{ name: 'Work' }] }),
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
  refresh: endpoint({
    method: 'POST',
    path: '/connected_accounts/{nanoid}/refresh',
    summary: 'Refresh a connected account',
    description:
      'An ACTIVE account stays ACTIVE. One that is waiting for its user, or needs the user again, gets a new link.',
    auth: 'project',
    params,
    body: z
      .object({
        callback_url: callbackUrl.optional(),
        redirect_url: callbackUrl.optional().describe('The same as callback_url'),
        confirmation: linkConfirmation.optional(),
      })
      .meta({ examples: [{ callback_url: 'https://app.example.com/connected' }] }),
    responses: {
      200: z.object({ id: z.string(), status: accountStatus, redirect_url: z.string().nullable() }),
    },
    errors: [...errors, 'unprocessable', 'unsupported'],
    idempotencyKey: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/connected_accounts/{nanoid}/confirm',
    summary: 'Confirm that a connection was made by the intended user',
    description:
      'For links with `confirmation`, and every link of a project with `require_connection_confirmation`: the account becomes ACTIVE only when its project passes ' +
      "the code that the `callback_url` received through the user's browser, or that the page showed. A link that was forwarded to somebody else therefore connects nothing. " +
      'The code is valid once, for 10 minutes; after five wrong codes the account is FAILED. Send `user_id`, the user who is signed in to your application.',
    auth: 'project',
    params,
    body: z
      .object({
        code: confirmationCode,
        user_id: userId
          .optional()
          .describe(
            'The user who is signed in to your application; 403 if the account belongs to somebody else',
          ),
      })
      .meta({ examples: [{ code: 'cc_3kTq9ZbW2vLx8RmN5sYd7c', user_id: 'ada' }] }),
    responses: { 200: z.object({ id: z.string(), status: accountStatus }) },
    errors: [...errors, 'forbidden', 'unprocessable'],
    idempotencyKey: true,
  }),
  setStatus: endpoint({
    method: 'PATCH',
    path: '/connected_accounts/{nanoid}/status',
    summary: 'Enable or disable a connected account',
    auth: 'project',
    params,
    body: z.object({ enabled: z.boolean() }).meta({ examples: [{ enabled: false }] }),
    responses: { 200: success },
    errors,
  }),
}
