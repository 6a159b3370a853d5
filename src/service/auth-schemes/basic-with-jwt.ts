import { applyAccessToken, grantAccessToken, tokenValues } from './access-token.ts'
import { basic } from './basic.ts'
import { credentialField } from './fields.ts'
import { providerAddress } from './provider-address.ts'
import { type GrantContext, type Granted, type Scheme } from './scheme.ts'
import { requestToken, toGrantError } from './token-response.ts'

/**
 * User name and password are exchanged for a token, again whenever it expires; requests use the
 * token.
 */
export const basicWithJwt: Scheme = {
  define: ({ oauth = {} }) => ({
    authConfigFields: [],
    accountFields: [
      credentialField('username', 'Username', 'The user name', { isSecret: false }),
      credentialField('password', 'Password', 'The password'),
    ],
    oauth,
  }),
  provider: {
    addresses: ['tokenUrl'],
    hasMetadata: false,
    exchangedFields: ['username', 'password'],
    hasToolScopes: false,
  },
  credentialValues: [...tokenValues, 'password'],
  check: basic.check,
  apply: applyAccessToken,
  obtain: async (context) => exchange(context),
}

const exchange = async (context: GrantContext): Promise<Granted> => {
  const { definition, values, client } = context
  const url = providerAddress(context, definition.oauth?.tokenUrl, 'for token requests (tokenUrl)')
  const parameters = definition.oauth?.tokenParameters
  const request = {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json, text/plain;q=0.9',
      ...(parameters && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(parameters && { body: new URLSearchParams(parameters).toString() }),
  }
  const answer = await requestToken(context, basic.apply(definition, values, request, client))
  const isRefused = [401, 403].includes(answer.status) || answer.fields['error'] === 'invalid_grant'
  if (isRefused)
    throw toGrantError('lost', 'The provider rejected the user name and password', answer)
  if (answer.status >= 300)
    throw toGrantError(
      'misconfigured',
      'The provider did not exchange the user name and password for a token',
      answer,
    )
  return grantAccessToken(answer, context.now)
}
