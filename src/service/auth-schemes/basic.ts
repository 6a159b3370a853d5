import type { AuthSchemeDefinition, FieldDescriptor } from './definition.ts'
import { credentialField } from './fields.ts'
import { headerProblem, textOf, type Scheme } from './scheme.ts'

/** User name and password, sent as HTTP Basic authentication. */
export const basic: Scheme = {
  define: ({ basic: sent }) =>
    sent
      ? { authConfigFields: [], accountFields: fieldsIn(sent), basic: sent }
      : { authConfigFields: [], accountFields: [usernameField(), passwordField()] },
  readSecurity: ([{ type, scheme }]) =>
    type === 'http' && scheme === 'basic' ? basic.define({}) : undefined,
  provider: null,
  credentialValues: ['password', 'basic_encoded'],
  prefixes: { basic_encoded: 'Basic ' },
  check: (definition, values) => {
    const username = textOf(values, 'username')
    if (textOf(values, 'basic_encoded') !== undefined)
      return headerProblem('basic_encoded', textOf(values, 'basic_encoded') ?? '')
    if (definition.basic)
      return [
        ...namesIn(definition.basic)
          .filter((name) => textOf(values, name) === undefined)
          .map((name) => `${name} is required`),
        ...namesIn({ ...definition.basic, password: '' })
          .filter((name) => textOf(values, name)?.includes(':'))
          .map((name) => `${name} must not contain ":"`),
      ]
    if (username === undefined) return ['username is required']
    return username.includes(':') ? ['username must not contain ":"'] : []
  },
  apply: (definition, values, request) => ({
    ...request,
    headers: { ...request.headers, authorization: `Basic ${encoded(definition, values)}` },
  }),
}

const usernameField = () =>
  credentialField('username', 'Username', 'The user name', { isSecret: false })

const passwordField = () =>
  credentialField(
    'password',
    'Password',
    // Some services accept a key as the user name and no password.
    'The password; may be empty if the service accepts a key as the user name',
    { required: false },
  )

type Sent = NonNullable<AuthSchemeDefinition['basic']>

const placeholder = /\{([0-9A-Za-z_.-]+)\}/g

const namesIn = ({ username, password }: Sent): string[] => [
  ...new Set([...`${username} ${password}`.matchAll(placeholder)].map(([, name = '']) => name)),
]

/** Secret unless the toolkit says otherwise: a key may be sent as the user name. */
const fieldsIn = (sent: Sent): FieldDescriptor[] =>
  namesIn(sent).map((name) => credentialField(name, name, `${name} of the account`))

const encoded = (
  { basic: sent }: AuthSchemeDefinition,
  values: Parameters<Scheme['apply']>[1],
): string => {
  const fill = (template: string): string =>
    template.replaceAll(placeholder, (_, name: string) => textOf(values, name) ?? '')
  const { username, password } = sent
    ? { username: fill(sent.username), password: fill(sent.password) }
    : { username: textOf(values, 'username') ?? '', password: textOf(values, 'password') ?? '' }
  return (
    textOf(values, 'basic_encoded') ?? Buffer.from(`${username}:${password}`).toString('base64')
  )
}
