import { applyAccessToken, tokenValues } from './access-token.ts'
import { scopeFields } from './fields.ts'
import {
  applicationOfAccount,
  applicationOfAuthConfig,
  type Application,
} from './oauth2/application.ts'
import { beginAuthorization } from './oauth2/authorization.ts'
import { checkValues } from './oauth2/check-values.ts'
import { completeAuthorization } from './oauth2/complete-authorization.ts'
import { findServerForUsers } from './oauth2/find-server.ts'
import { refreshAccess, revokeAccess } from './oauth2/grants.ts'
import { registerClient, type ClientValues } from './oauth2/client.ts'
import {
  grantProblem,
  textOf,
  type AccountValues,
  type ClientHolders,
  type GrantContext,
  type Scheme,
} from './scheme.ts'

/**
 * OAuth 2 at a provider that registers its clients on request (RFC 7591), or identifies them by the
 * address of a document that describes them.
 */
export const dcrOauth: Scheme = {
  define: ({ oauth = {}, placements }) => ({
    authConfigFields: scopeFields(oauth),
    accountFields: [],
    oauth,
    ...(placements && { placements }),
  }),
  provider: {
    addresses: ['registrationUrl', 'authorizationUrl', 'tokenUrl'],
    hasMetadata: true,
    exchangedFields: [],
    hasToolScopes: true,
  },
  credentialValues: tokenValues,
  check: checkValues,
  apply: applyAccessToken,
  authorization: {
    oauthVersion: 2,
    tokens: ['access_token'],
    clientProblem: (context) => grantProblem(() => knownClient(context)),
    begin: async (context, { callbackUrl, state }) => {
      const known = knownClient(context)
      const server = await findServerForUsers(context, [
        'authorization_endpoint',
        'token_endpoint',
        ...(known ? [] : ['registration_endpoint' as const]),
      ])
      const client = known ? undefined : await registerClient(context, server, callbackUrl)
      const application = known ?? applicationOf(asClient(context, client))
      const backTo = client?.registered_for ?? callbackUrl
      const { url, pending } = await beginAuthorization(context, {
        server,
        application,
        callbackUrl: backTo,
        state,
      })
      return { url, pending: { ...pending, ...(client && { client }) }, callbackUrl: backTo }
    },
    complete: async (context, request) => {
      const client = request.pending['client'] as ClientValues | undefined
      const requester = asClient(context, client)
      const granted = await completeAuthorization(requester, applicationOf(requester), request)
      return client
        ? { ...granted, values: { ...noClient, ...client, ...granted.values } }
        : granted
    },
    registersClient: (context) => !hasKnownClient(context),
  },
  canRefresh: (values) => textOf(values, 'refresh_token') !== undefined,
  refresh: async (context) => refreshAccess(context, applicationOf(context)),
  revoke: async (context) => revokeAccess(context, applicationOf(context)),
}

const applicationOf = (context: GrantContext): Application =>
  applicationOfAccount(context) ?? applicationOfAuthConfig(context)

const asClient = (context: GrantContext, client: ClientValues | undefined): GrantContext =>
  client ? { ...context, values: { ...context.values, ...noClient, ...client } } : context

/** A new client may have fewer values than the previous one: none of those may remain. */
const noClient = {
  client_secret: undefined,
  client_id_issued_at: undefined,
  client_secret_expires_at: undefined,
}

/**
 * A client that was registered manually, for the account or in the auth config. A client that this
 * service registered is replaced each time a user authorizes: the provider may have deleted it, and
 * only that user would see the error.
 */
const knownClient = (context: ClientHolders): Application | undefined => {
  if (!hasKnownClient(context)) return undefined
  return (
    (isOwnClientUsable(context) ? applicationOfAccount(context) : undefined) ??
    applicationOfAuthConfig(context)
  )
}

type Holders = Pick<GrantContext, 'client' | 'values' | 'now'>

const hasKnownClient = (holders: Holders): boolean =>
  isOwnClientUsable(holders) || textOf(holders.client, 'client_id') !== undefined

const isOwnClientUsable = ({ values, now }: Holders): boolean =>
  textOf(values, 'client_id') !== undefined &&
  textOf(values, 'registered_for') === undefined &&
  !isExpired(values, now)

/** RFC 7591: 0 means that the secret does not expire. */
const isExpired = ({ client_secret_expires_at: seconds }: AccountValues, now: Date): boolean =>
  typeof seconds === 'number' && seconds > 0 && seconds * 1000 <= now.getTime()
