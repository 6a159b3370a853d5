import type { AuthorizationServer } from 'oauth4webapi'
import { providerAddress } from '../provider-address.ts'
import { GrantError, textOf, type GrantContext, type Granted } from '../scheme.ts'
import { keptValues, toGrantError, type TokenResponse } from '../token-response.ts'
import { toClient, toProof, type Application } from './application.ts'
import { sendToServer, loadProtocol, type Protocol } from './send-to-server.ts'
import { extraParameters, scopeText } from './parameters.ts'
import { findServer } from './find-server.ts'
import { toTokenError, type Request, tokenValues } from './tokens.ts'

/** Exchanges the code that returned with the user for a token (RFC 6749, 4.1.3). */
export const exchangeCode = async (
  context: GrantContext,
  {
    server,
    application,
    answer,
    callbackUrl,
    verifier,
  }: {
    server: AuthorizationServer
    application: Application
    answer: URLSearchParams
    callbackUrl: string
    verifier: string | undefined
  },
): Promise<Granted> => {
  const protocol = await loadProtocol()
  const given = await askForGrant(protocol, context, (sending) =>
    protocol.authorizationCodeGrantRequest(
      withTokenEndpoint(server),
      toClient(application),
      toProof(application, context.now),
      answer,
      callbackUrl,
      verifier ?? protocol.nopkce,
      {
        ...sending,
        additionalParameters: extraParameters(context.definition.oauth?.tokenParameters),
      },
    ),
  )
  const granted = toGranted(context, 'code', application, given)
  const kept = keptValues(context.definition.oauth?.keepFromCallback, Object.fromEntries(answer))
  return { ...granted, values: { ...kept, ...granted.values } }
}

/** Exchanges the refresh token for a new access token (RFC 6749, 6). */
export const refreshAccess = async (
  context: GrantContext,
  application: Application,
): Promise<Granted> => {
  const token = textOf(context.values, 'refresh_token')
  if (token === undefined) throw new GrantError('lost', 'The account has no refresh token')
  const protocol = await loadProtocol()
  const { oauth } = context.definition
  const server =
    oauth?.refreshUrl === undefined
      ? await findServer(context, ['token_endpoint'])
      : {
          issuer: 'urn:plugboard:refresh',
          token_endpoint: providerAddress(
            context,
            oauth.refreshUrl,
            'for refreshing tokens (refreshUrl)',
          ),
        }
  const given = await askForGrant(protocol, context, (sending) =>
    protocol.refreshTokenGrantRequest(
      withTokenEndpoint(server),
      toClient(application),
      toProof(application, context.now),
      token,
      {
        ...sending,
        additionalParameters: extraParameters(oauth?.refreshParameters ?? oauth?.tokenParameters),
      },
    ),
  )
  return toGranted(context, 'renewal', application, given)
}

/** Requests a token for the client itself (RFC 6749, 4.4). */
export const obtainForClient = async (
  context: GrantContext,
  application: Application,
): Promise<Granted> => {
  const protocol = await loadProtocol()
  const { oauth } = context.definition
  const server = withTokenEndpoint(await findServer(context, ['token_endpoint']))
  const scope =
    scopeText(context.client['scopes'], oauth?.scopeSeparator) ??
    scopeText(oauth?.defaultScopes, oauth?.scopeSeparator)
  const parameters = [
    ...extraParameters(oauth?.tokenParameters),
    ...(scope === undefined ? [] : [['scope', scope]]),
  ]
  const given = await askForGrant(protocol, context, (sending) =>
    protocol.clientCredentialsGrantRequest(
      server,
      toClient(application),
      toProof(application, context.now),
      parameters,
      sending,
    ),
  )
  return toGranted(context, 'client', application, given)
}

/** Revokes the tokens of the account (RFC 7009), if the provider has an endpoint for that. */
export const revokeAccess = async (
  context: GrantContext,
  application: Application,
): Promise<void> => {
  const server = await findServer(context, ['token_endpoint'])
  if (server.revocation_endpoint === undefined) return
  const protocol = await loadProtocol()
  for (const hint of ['refresh_token', 'access_token']) {
    const token = textOf(context.values, hint)
    if (token === undefined) continue
    const answer = await sendToServer(protocol, context, (sending) =>
      protocol.revocationRequest(
        server,
        toClient(application),
        toProof(application, context.now),
        token,
        { ...sending, additionalParameters: { token_type_hint: hint } },
      ),
    )
    // Some providers revoke the access token together with the refresh token, and then report it as
    // unknown.
    const isForgotten = answer.status < 300 || answer.fields['error'] === 'invalid_token'
    if (!isForgotten)
      throw toGrantError('misconfigured', 'The provider did not revoke access', answer)
  }
}

/** Token requests are JSON if the provider requires that. */
const askForGrant = (
  protocol: Protocol,
  context: GrantContext,
  build: Parameters<typeof sendToServer>[2],
): Promise<TokenResponse> =>
  sendToServer(protocol, context, build, context.definition.oauth?.tokenBodyFormat)

const withTokenEndpoint = (server: AuthorizationServer): AuthorizationServer => {
  if (server.token_endpoint === undefined)
    throw new GrantError(
      'misconfigured',
      'The toolkit has no address for token requests (tokenUrl)',
    )
  return server
}

const toGranted = (
  { definition, now }: GrantContext,
  request: Request,
  application: Application,
  answer: TokenResponse,
): Granted => {
  const isRefused = answer.status >= 300 || textOf(answer.fields, 'error') !== undefined
  const granted = isRefused ? undefined : tokenValues(definition, answer, now)
  if (!granted) throw toTokenError(request, application, answer)
  return granted
}
