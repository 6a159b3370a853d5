import { credentialField } from './fields.ts'
import { headerProblem, textOf, type Scheme } from './scheme.ts'

/** User name and password, sent as HTTP Basic authentication. */
export const basic: Scheme = {
  define: () => ({
    authConfigFields: [],
    accountFields: [
      credentialField('username', 'Username', 'The name to sign in with', { isSecret: false }),
      credentialField(
        'password',
        'Password',
        // Some services take a key as the user name and no password.
        'The password; may be empty where the service takes a key as the username',
        { required: false },
      ),
    ],
  }),
  readSecurity: ([{ type, scheme }]) =>
    type === 'http' && scheme === 'basic' ? basic.define({}) : undefined,
  provider: null,
  credentialValues: ['password', 'basic_encoded'],
  check: (_definition, values) => {
    const username = textOf(values, 'username')
    if (textOf(values, 'basic_encoded') !== undefined)
      return headerProblem('basic_encoded', textOf(values, 'basic_encoded') ?? '')
    if (username === undefined) return ['username is required']
    return username.includes(':') ? ['username must not contain ":"'] : []
  },
  apply: (_definition, values, request) => ({
    ...request,
    headers: { ...request.headers, authorization: `Basic ${encoded(values)}` },
  }),
}

const encoded = (values: Parameters<Scheme['apply']>[1]): string =>
  textOf(values, 'basic_encoded') ??
  Buffer.from(`${textOf(values, 'username') ?? ''}:${textOf(values, 'password') ?? ''}`).toString(
    'base64',
  )
