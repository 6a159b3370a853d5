import { applyAccessToken, tokenValues } from './access-token.ts'
import { clientFields, scopesField } from './fields.ts'
import { applicationOfAccount, applicationOfAuthConfig } from './oauth2/application.ts'
import { obtainForClient, revokeAccess } from './oauth2/grants.ts'
import { incompleteFlow } from './oauth2/parameters.ts'
import { headerProblem, textOf, type GrantContext, type Scheme } from './scheme.ts'

/**
 * OAuth 2 between servers (RFC 6749, 4.4): no user is involved; the client id and secret belong to
 * the account, or to the auth config for all of its accounts.
 */
export const s2sOauth2: Scheme = {
  define: ({ oauth = {}, placements }) => ({
    authConfigFields: [scopesField()],
    accountFields: clientFields(
      oauth.clientAuthentication === 'none' ? 'basic' : oauth.clientAuthentication,
    ),
    oauth,
    ...(placements && { placements }),
  }),
  readSecurity: ([{ name, flows }]) =>
    flows.clientCredentials && !flows.authorizationCode
      ? (incompleteFlow(name, flows.clientCredentials, ['tokenUrl']) ??
        s2sOauth2.define({ oauth: flows.clientCredentials }))
      : undefined,
  provider: {
    addresses: ['tokenUrl'],
    hasMetadata: true,
    exchangedFields: ['client_id', 'client_secret', 'private_key'],
    hasToolScopes: true,
  },
  credentialValues: tokenValues,
  check: (definition, values) => [
    ...definition.accountFields
      .filter(
        (field) =>
          field.required && field.default === null && textOf(values, field.name) === undefined,
      )
      .map(({ name }) => `${name} is required`),
    ...(textOf(values, 'client_secret') !== undefined && textOf(values, 'client_id') === undefined
      ? ['client_id is required']
      : []),
    ...headerProblem('access_token', textOf(values, 'access_token') ?? ''),
  ],
  apply: applyAccessToken,
  obtain: async (context) => obtainForClient(context, applicationOf(context)),
  refresh: async (context) => obtainForClient(context, applicationOf(context)),
  canRefresh: () => true,
  revoke: async (context) => revokeAccess(context, applicationOf(context)),
}

const applicationOf = (context: GrantContext) =>
  applicationOfAccount(context) ?? applicationOfAuthConfig(context)
