import type { AuthorizationServer } from 'oauth4webapi'
import { providerAddress } from '../provider-address.ts'
import { GrantError, textOf, type GrantContext, type Granted } from '../scheme.ts'
import { refusal, type TokenAnswer } from '../token-answer.ts'
import { toClient, toProof, type Application } from './application.ts'
import { askServer, loadProtocol } from './ask-server.ts'
import { extraParameters, scopeText } from './parameters.ts'
import { findServer } from './find-server.ts'
import { tokenRefusal, type Request, tokenValues } from './tokens.ts'

/** The code that came back with the user, for a token (RFC 6749, 4.1.3). */
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
  const given = await askServer(protocol, context, (sending) =>
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
  return toGranted(context, 'code', application, given)
}

/** The refresh token, for a new access token (RFC 6749, 6). */
export const refreshAccess = async (
  context: GrantContext,
  application: Application,
): Promise<Granted> => {
  const token = textOf(context.values, 'refresh_token')
  if (token === undefined) throw new GrantError('lost', 'The account holds no refresh token')
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
            'where tokens are renewed (refreshUrl)',
          ),
        }
  const given = await askServer(protocol, context, (sending) =>
    protocol.refreshTokenGrantRequest(
      withTokenEndpoint(server),
      toClient(application),
      toProof(application, context.now),
      token,
      {
        ...sending,
        additionalParameters: extraParameters(oauth?.tokenParameters),
      },
    ),
  )
  return toGranted(context, 'renewal', application, given)
}

/** A token for the client itself (RFC 6749, 4.4). */
export const obtainForClient = async (
  context: GrantContext,
  application: Application,
): Promise<Granted> => {
  const protocol = await loadProtocol()
  const { oauth } = context.definition
  const server = withTokenEndpoint(await findServer(context, ['token_endpoint']))
  const scope = scopeText(context.client['scopes'], oauth?.scopeSeparator)
  const parameters = [
    ...extraParameters(oauth?.tokenParameters),
    ...(scope === undefined ? [] : [['scope', scope]]),
  ]
  const given = await askServer(protocol, context, (sending) =>
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

/**
 * Revokes the tokens of the account (RFC 7009), where the provider has an address for that.
 */
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
    const answer = await askServer(protocol, context, (sending) =>
      protocol.revocationRequest(
        server,
        toClient(application),
        toProof(application, context.now),
        token,
        { ...sending, additionalParameters: { token_type_hint: hint } },
      ),
    )
    // Some providers revoke the access token with the refresh token, and then report it as unknown.
    const isForgotten = answer.status < 300 || answer.fields['error'] === 'invalid_token'
    if (!isForgotten)
      throw refusal('misconfigured', 'The provider did not revoke the access', answer)
  }
}

const withTokenEndpoint = (server: AuthorizationServer): AuthorizationServer => {
  if (server.token_endpoint === undefined)
    throw new GrantError(
      'misconfigured',
      'The toolkit names no address where tokens are given (tokenUrl)',
    )
  return server
}

const toGranted = (
  { definition, now }: GrantContext,
  request: Request,
  application: Application,
  answer: TokenAnswer,
): Granted => {
  const isRefused = answer.status >= 300 || textOf(answer.fields, 'error') !== undefined
  const granted = isRefused ? undefined : tokenValues(definition, answer, now)
  if (!granted) throw tokenRefusal(request, application, answer)
  return granted
}
