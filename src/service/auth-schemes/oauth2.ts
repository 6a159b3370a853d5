import { applyAccessToken, tokenValues } from './access-token.ts'
import { clientFields, scopeFields } from './fields.ts'
import { applicationOfAuthConfig } from './oauth2/application.ts'
import { verifyClient } from './oauth2/verify-client.ts'
import { beginAuthorization } from './oauth2/authorization.ts'
import { checkValues } from './oauth2/check-values.ts'
import { completeAuthorization } from './oauth2/complete-authorization.ts'
import { findServer, findServerForUsers } from './oauth2/find-server.ts'
import { refreshAccess, revokeAccess } from './oauth2/grants.ts'
import { incompleteFlow } from './oauth2/parameters.ts'
import { grantProblem, textOf, type Scheme } from './scheme.ts'

/**
 * OAuth 2 with authorization codes (RFC 6749, 4.1), by an application that the operator registered
 * with the provider.
 */
export const oauth2: Scheme = {
  define: ({ oauth = {}, placements }) => ({
    authConfigFields: [...clientFields(oauth.clientAuthentication), ...scopeFields(oauth)],
    accountFields: [],
    oauth,
    ...(placements && { placements }),
  }),
  readSecurity: ([{ name, flows }]) => {
    // Many describe the flow for browsers alone, where the one with codes exists too. Without a
    // token address, accounts can be connected by an access token until one is given.
    const flow = flows.authorizationCode ?? (flows.clientCredentials ? undefined : flows.implicit)
    if (!flow) return undefined
    const needed = flow.issuer === undefined ? (['authorizationUrl'] as const) : []
    return incompleteFlow(name, flow, needed) ?? oauth2.define({ oauth: flow })
  },
  provider: {
    addresses: ['authorizationUrl', 'tokenUrl'],
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
    clientProblem: (context) => grantProblem(() => applicationOfAuthConfig(context)),
    checkClient: async (context, { callbackUrl }) => {
      const server = await findServer(context, ['authorization_endpoint', 'token_endpoint'])
      return verifyClient(context, {
        server,
        application: applicationOfAuthConfig(context),
        callbackUrl,
      })
    },
    begin: async (context, { callbackUrl, state }) => {
      const application = applicationOfAuthConfig(context)
      const server = await findServerForUsers(context, ['authorization_endpoint', 'token_endpoint'])
      return beginAuthorization(context, { server, application, callbackUrl, state })
    },
    complete: async (context, request) =>
      completeAuthorization(context, applicationOfAuthConfig(context), request),
  },
  canRefresh: (values) => textOf(values, 'refresh_token') !== undefined,
  refresh: async (context) => refreshAccess(context, applicationOfAuthConfig(context)),
  revoke: async (context) => revokeAccess(context, applicationOfAuthConfig(context)),
}
