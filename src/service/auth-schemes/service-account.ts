import { applyAccessToken, grantAccessToken, tokenValues } from './access-token.ts'
import { credentialField } from './fields.ts'
import { providerAddress } from './provider-address.ts'
import { rsaPrivateKey, signAssertion } from './assertion.ts'
import {
  GrantError,
  textOf,
  type AccountValues,
  type GrantContext,
  type Granted,
  type Scheme,
} from './scheme.ts'
import { requestToken, toGrantError } from './token-response.ts'

/**
 * An application authenticates with its private key and receives the token of one of its
 * installations, like GitHub Apps.
 */
export const serviceAccount: Scheme = {
  define: ({ oauth = {} }) => ({
    authConfigFields: [],
    accountFields: [
      credentialField(
        'application_id',
        'Application id',
        'The id of the application at the provider',
        { isSecret: false },
      ),
      credentialField(
        'installation_id',
        'Installation id',
        'The id of the installation to act for',
        { isSecret: false },
      ),
      credentialField('private_key', 'Private key', 'The private key of the application, as PEM'),
    ],
    oauth,
  }),
  provider: {
    addresses: ['tokenUrl'],
    hasMetadata: false,
    exchangedFields: ['application_id', 'installation_id', 'private_key'],
    hasToolScopes: false,
  },
  credentialValues: [...tokenValues, 'private_key'],
  check: (_definition, values) => [
    ...['application_id', 'installation_id', 'private_key']
      .filter((field) => idOf(values, field) === undefined)
      .map((field) => `${field} is required`),
    ...keyProblem(values),
  ],
  apply: applyAccessToken,
  obtain: async (context) => exchange(context),
}

/** The provider's clock may be this far behind. */
const skewSeconds = 60
/** Providers reject assertions with a longer lifetime. */
const longestSeconds = 600

const exchange = async (context: GrantContext): Promise<Granted> => {
  const { definition, now } = context
  // Numbers in JSON are ids here, like texts.
  const ids = {
    application_id: idOf(context.values, 'application_id'),
    installation_id: idOf(context.values, 'installation_id'),
  }
  const url = providerAddress(
    { ...context, values: { ...context.values, ...ids } },
    definition.oauth?.tokenUrl,
    'for token requests (tokenUrl)',
  )
  const key = rsaPrivateKey(textOf(context.values, 'private_key') ?? '')
  if ('problem' in key || ids.application_id === undefined)
    throw new GrantError('lost', 'The account has no application_id with a usable private_key')
  const assertion = await signAssertion(key, {
    issuer: ids.application_id,
    issuedAt: new Date(now.getTime() - skewSeconds * 1000),
    lifetimeSeconds: Math.min(
      definition.oauth?.assertion?.lifetimeSeconds ?? longestSeconds,
      longestSeconds,
    ),
    audience: definition.oauth?.assertion?.audience,
  })
  const answer = await requestToken(context, {
    method: 'POST',
    url,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${assertion}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(definition.oauth?.tokenParameters ?? {}),
  })
  if ([401, 403, 404, 410].includes(answer.status))
    throw toGrantError(
      'lost',
      'The provider rejected the application, its key or its installation',
      answer,
    )
  if (answer.status >= 300)
    throw toGrantError('misconfigured', 'The provider issued no token for the installation', answer)
  return grantAccessToken(answer, now)
}

const idOf = (values: AccountValues, field: string): string | undefined => {
  const value = Object.hasOwn(values, field) ? values[field] : undefined
  return typeof value === 'number' ? String(value) : textOf(values, field)
}

const keyProblem = (values: AccountValues): string[] => {
  const text = textOf(values, 'private_key')
  const key = text === undefined ? undefined : rsaPrivateKey(text)
  return key && 'problem' in key ? [`private_key ${key.problem}`] : []
}
