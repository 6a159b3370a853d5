import type { SecurityScheme } from './definition.ts'
import { credentialField } from './fields.ts'
import { headerProblem, textOf, type Scheme } from './scheme.ts'

/** A token that its user already has. */
export const bearerToken: Scheme = {
  define: () => ({
    authConfigFields: [],
    accountFields: [credentialField('token', 'Token', 'The token, without the word "Bearer"')],
  }),
  // A token for a user's password is fetched by the user, who should not give the password here.
  readSecurity: ([{ type, scheme, flows }]) =>
    (type === 'http' && scheme === 'bearer') || hasPasswordOnly(flows)
      ? bearerToken.define({})
      : undefined,
  provider: null,
  credentialValues: ['token', 'bearer_token', 'access_token'],
  prefixes: { token: 'Bearer ', bearer_token: 'Bearer ', access_token: 'Bearer ' },
  check: (_definition, values) => {
    const token = textOf(values, 'token', 'bearer_token', 'access_token')
    return token === undefined ? ['token is required'] : headerProblem('token', token)
  },
  apply: (_definition, values, request) => ({
    ...request,
    headers: {
      ...request.headers,
      authorization: `Bearer ${textOf(values, 'token', 'bearer_token', 'access_token') ?? ''}`,
    },
  }),
}

const hasPasswordOnly = ({
  password,
  authorizationCode,
  clientCredentials,
  implicit,
}: SecurityScheme['flows']): boolean =>
  password !== undefined && !authorizationCode && !clientCredentials && !implicit
