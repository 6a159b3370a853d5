import { keptValues, requestToken, toGrantError, type TokenResponse } from './token-response.ts'
import { credentialField } from './fields.ts'
import { scopeText } from './oauth2/parameters.ts'
import { providerAddress } from './provider-address.ts'
import {
  GrantError,
  grantProblem,
  textOf,
  type AccountValues,
  type GrantContext,
  type Scheme,
} from './scheme.ts'
import { fresh, signRequest, type Freshness, type Signer } from './oauth1/signature.ts'

/** OAuth 1.0a in three legs, every request signed with HMAC-SHA1 (RFC 5849). */
export const createOAuth1 = (freshness: Freshness = fresh): Scheme => ({
  define: ({ oauth = {} }) => ({
    authConfigFields: [
      credentialField(
        'consumer_key',
        'Consumer key',
        'The key of the application at the provider',
        { isSecret: false },
      ),
      credentialField(
        'consumer_secret',
        'Consumer secret',
        'The secret of the application at the provider',
      ),
    ],
    accountFields: [],
    oauth,
  }),
  provider: {
    addresses: ['requestTokenUrl', 'authorizationUrl', 'tokenUrl'],
    hasMetadata: false,
    exchangedFields: null,
    hasToolScopes: true,
  },
  credentialValues: ['oauth_token', 'oauth_token_secret'],

  check: (_definition, values) =>
    ['oauth_token', 'oauth_token_secret']
      .filter((field) => textOf(values, field) === undefined)
      .map((field) => `${field} is required`),

  apply: (_definition, values, request, client) => ({
    ...request,
    headers: {
      ...request.headers,
      authorization: signRequest(freshness, signerOf(client, values), request),
    },
  }),

  authorization: {
    oauthVersion: 1,
    tokens: ['oauth_token', 'oauth_token_secret'],
    clientProblem: ({ client }) => grantProblem(() => clientOf(client)),
    begin: async (context, { callbackUrl, state }) => {
      const { oauth } = context.definition
      const url = providerAddress(
        context,
        oauth?.requestTokenUrl,
        'for request tokens (requestTokenUrl)',
      )
      const answer = await ask(context, {
        freshness,
        url,
        signer: clientOf(context.client),
        extra: { oauth_callback: withQuery(callbackUrl, { state }) },
      })
      if (answer.status >= 300)
        throw toGrantError(
          'misconfigured',
          'The provider rejected the authorization request: check the consumer key and secret and the callback address of the application',
          answer,
        )
      const temporary = tokensOf(answer)
      // Without it nothing binds the response to this request (RFC 5849, 2.1).
      if (answer.fields['oauth_callback_confirmed'] !== 'true')
        throw new GrantError(
          'misconfigured',
          'The provider did not confirm the callback address: OAuth 1.0a is required',
        )
      return {
        url: withQuery(
          providerAddress(context, oauth?.authorizationUrl, 'for authorization (authorizationUrl)'),
          authorizationQuery(context, temporary.oauth_token),
        ),
        pending: temporary,
      }
    },

    complete: async (context, { pending, answer }) => {
      const verifier = verifierOf(answer, pending)
      const url = providerAddress(
        context,
        context.definition.oauth?.tokenUrl,
        'for token requests (tokenUrl)',
      )
      const signer = {
        ...clientOf(context.client),
        token: textOf(pending, 'oauth_token'),
        tokenSecret: textOf(pending, 'oauth_token_secret'),
      }
      const granted = await ask(context, {
        freshness,
        url,
        signer,
        extra: { oauth_verifier: verifier },
      })
      if (granted.status >= 300)
        throw toGrantError('denied', 'The provider issued no token', granted)
      return {
        values: {
          ...keptValues(context.definition.oauth?.keep, granted.fields),
          ...tokensOf(granted),
          consumer_key: signer.consumerKey,
        },
        expiresAt: null,
      }
    },
  },
})

/** The application of the auth config; an imported account may have another one. */
const signerOf = (client: AccountValues, values: AccountValues): Signer => ({
  ...applicationOf(textOf(client, ...keyNames) === undefined ? values : client),
  token: textOf(values, 'oauth_token'),
  tokenSecret: textOf(values, 'oauth_token_secret'),
})

const keyNames = ['consumer_key', 'client_id']

const applicationOf = (values: AccountValues) => ({
  consumerKey: textOf(values, ...keyNames) ?? '',
  consumerSecret: textOf(values, 'consumer_secret', 'client_secret') ?? '',
})

const clientOf = (client: AccountValues) => {
  if (textOf(client, ...keyNames) === undefined)
    throw new GrantError(
      'misconfigured',
      'The auth config has no consumer_key (or client_id) of an application at the provider',
    )
  return applicationOf(client)
}

type Question = { freshness: Freshness; url: string; signer: Signer; extra: Record<string, string> }

const ask = (
  context: GrantContext,
  { freshness, url, signer, extra }: Question,
): Promise<TokenResponse> => {
  const parameters = extraParameters(context.definition.oauth?.tokenParameters)
  const request = {
    method: 'POST',
    url,
    headers: {
      accept: '*/*',
      ...(parameters.length > 0 && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(parameters.length > 0 && { body: new URLSearchParams(parameters).toString() }),
  }
  const headers = {
    ...request.headers,
    authorization: signRequest(
      { ...freshness, now: () => context.now.getTime() },
      signer,
      request,
      extra,
    ),
  }
  return requestToken(context, { ...request, headers })
}

/** Parameters of the protocol cannot be overridden. */
const extraParameters = (parameters: Record<string, string> | undefined): [string, string][] =>
  Object.entries(parameters ?? {}).filter(([name]) => !name.startsWith('oauth_'))

const tokensOf = ({
  fields,
  status,
}: TokenResponse): { oauth_token: string; oauth_token_secret: string } => {
  const token = textOf(fields, 'oauth_token')
  const secret = fields['oauth_token_secret']
  if (token === undefined || typeof secret !== 'string')
    throw new GrantError(
      'unavailable',
      `The provider's answer (${status}) contains no token: try again later`,
    )
  return { oauth_token: token, oauth_token_secret: secret }
}

const authorizationQuery = (
  { definition: { oauth }, client }: GrantContext,
  token: string,
): Record<string, string> => {
  const scope = scopeText(client['scopes'], oauth?.scopeSeparator)
  return {
    ...(scope !== undefined && { scope }),
    ...oauth?.authorizationParameters,
    oauth_token: token,
  }
}

/**
 * The verifier that returned with the user. The response must contain exactly one, with exactly one
 * token: the one that this authorization began with.
 */
const verifierOf = (answer: URLSearchParams, pending: Record<string, unknown>): string => {
  for (const name of ['oauth_token', 'oauth_verifier', 'denied', 'oauth_problem']) {
    if (answer.getAll(name).length > 1)
      throw new GrantError('denied', `The provider's answer contains ${name} more than once`)
  }
  if (answer.has('denied') || answer.has('oauth_problem'))
    throw new GrantError('denied', 'Access was denied at the provider')
  if (answer.get('oauth_token') !== textOf(pending, 'oauth_token'))
    throw new GrantError('denied', "The provider's answer belongs to another authorization")
  return answer.get('oauth_verifier') || rejectUnverified()
}

const rejectUnverified = (): never => {
  throw new GrantError(
    'denied',
    "The provider's answer contains no verifier, so access was not granted",
  )
}

const withQuery = (address: string, parameters: Record<string, string>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}
