import type { AuthorizationServer } from 'oauth4webapi'
import { GrantError, type GrantContext, textOf } from '../scheme.ts'
import { type Application, toClient, toProof } from './application.ts'
import { loadProtocol, sendToServer } from './send-to-server.ts'
import { extraParameters, scopeText } from './parameters.ts'
import { toGrantError, plainText } from '../token-response.ts'
import { unknownIssuer } from './find-server.ts'
import { z } from 'zod'
import { quote } from '../../platform/quote.ts'

type Begun = { url: string; pending: { server: object; code_verifier?: string } }

/** The address of the authorization request (RFC 6749, 4.1.1), and the code verifier (RFC 7636). */
export const beginAuthorization = async (
  context: GrantContext,
  {
    server,
    application,
    callbackUrl,
    state,
  }: { server: AuthorizationServer; application: Application; callbackUrl: string; state: string },
): Promise<Begun> => {
  const {
    definition: { oauth = {} },
    client,
  } = context
  if (server.authorization_endpoint === undefined)
    throw new GrantError(
      'misconfigured',
      'The toolkit has no address for authorization (authorizationUrl)',
    )
  const protocol = await loadProtocol()
  const verifier = oauth.pkce === false ? undefined : protocol.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint)
  const scope =
    scopeText(client['scopes'], oauth.scopeSeparator) ??
    scopeText(oauth.defaultScopes, oauth.scopeSeparator)
  const userScope =
    oauth.userScopeParameter === undefined
      ? undefined
      : scopeText(client['user_scopes'], oauth.scopeSeparator)
  const parameters = [
    ...extraParameters(oauth.authorizationParameters),
    ...(userScope === undefined ? [] : [[oauth.userScopeParameter ?? '', userScope] as const]),
    ...(scope === undefined ? [] : [['scope', scope] as const]),
    ['response_type', 'code'] as const,
    ['client_id', application.id] as const,
    ['redirect_uri', callbackUrl] as const,
    ['state', state] as const,
    ...(verifier === undefined
      ? []
      : [
          ['code_challenge', await protocol.calculatePKCECodeChallenge(verifier)] as const,
          ['code_challenge_method', 'S256'] as const,
        ]),
  ]
  const requested = new URLSearchParams()
  for (const [name, value] of parameters) requested.set(name, value)
  const isPushed = server.pushed_authorization_request_endpoint !== undefined
  const shown = isPushed
    ? Object.entries(
        await pushAuthorization(context, { server, application, parameters: requested }),
      )
    : requested
  for (const [name, value] of shown) url.searchParams.set(name, value)
  return {
    url: url.href,
    pending: {
      server: toStoredServer(server),
      ...(verifier !== undefined && { code_verifier: verifier }),
    },
  }
}

/**
 * Sends the parameters of an authorization directly to the server (RFC 9126), and returns the
 * parameters that refer to them.
 */
const pushAuthorization = async (
  context: GrantContext,
  {
    server,
    application,
    parameters,
  }: { server: AuthorizationServer; application: Application; parameters: URLSearchParams },
): Promise<{ client_id: string; request_uri: string }> => {
  const protocol = await loadProtocol()
  const answer = await sendToServer(protocol, context, (sending) =>
    protocol.pushedAuthorizationRequest(
      server,
      toClient(application),
      toProof(application, context.now),
      parameters,
      sending,
    ),
  )
  if (answer.status >= 300)
    throw toGrantError(
      'misconfigured',
      'The provider rejected the authorization request: check the client, its secret or key, its redirect URI and scopes',
      answer,
    )
  const request_uri = textOf(answer.fields, 'request_uri')
  if (request_uri === undefined)
    throw new GrantError(
      'unavailable',
      "The provider's answer contains no request_uri: try again later",
    )
  return { client_id: application.id, request_uri }
}

/**
 * Validates the response that returned with the user (RFC 6749, 4.1.2; RFC 9207); the library
 * accepts a code from nothing else.
 */
export const validateAuthorizationResponse = async ({
  server,
  clientId,
  state,
  answer,
}: {
  server: AuthorizationServer
  clientId: string
  state: string
  answer: URLSearchParams
}): Promise<URLSearchParams> => {
  const repeated = [...answer.keys()].find((name) => answer.getAll(name).length > 1)
  if (repeated !== undefined)
    throw new GrantError(
      'denied',
      `The provider's answer contains ${plainText(repeated)} more than once`,
    )
  const protocol = await loadProtocol()
  try {
    const checked = protocol.validateAuthResponse(
      { ...server, issuer: expectedIssuer(server, answer) },
      { client_id: clientId },
      answer,
      state,
    )
    if (!checked.get('code'))
      throw new GrantError('denied', "The provider's answer contains no code")
    return checked
  } catch (cause) {
    if (cause instanceof protocol.AuthorizationResponseError) throw refusalOf(answer)
    if (
      cause instanceof protocol.OperationProcessingError ||
      cause instanceof protocol.UnsupportedOperationError
    ) {
      throw new GrantError(
        'denied',
        `The provider's answer cannot be trusted: ${distrust(answer)}`,
        { cause },
      )
    }
    throw cause
  }
}

const distrust = (answer: URLSearchParams): string => {
  if (answer.has('response')) return 'it is a signed response, which was not requested'
  if (['id_token', 'token', 'access_token'].some((name) => answer.has(name)))
    return 'it contains a token, as in the implicit grant, which was not requested'
  return 'its state or issuer is not the expected one'
}

/**
 * If the toolkit has no issuer, an answer may name the origin that the user was sent to as its
 * issuer, and no other.
 */
const expectedIssuer = (
  { issuer, authorization_endpoint: address }: AuthorizationServer,
  answer: URLSearchParams,
): string => {
  const given = answer.get('iss')
  if (issuer !== unknownIssuer || given === null || address === undefined) return issuer
  return URL.parse(given)?.origin === new URL(address).origin ? given : issuer
}

const refusalOf = (answer: URLSearchParams): GrantError => {
  const error = plainText(answer.get('error') ?? '')
  const description = plainText(answer.get('error_description') ?? '')
  const reason = quote(description === '' ? error : `${description} (${error})`, 500)
  if (error === 'access_denied')
    return new GrantError('denied', `Access was denied at the provider: ${reason}`)
  return new GrantError(kinds[error] ?? 'denied', `The provider refused: ${reason}`)
}

const kinds: Readonly<Record<string, GrantError['kind']>> = {
  temporarily_unavailable: 'unavailable',
  server_error: 'unavailable',
  unauthorized_client: 'misconfigured',
  unsupported_response_type: 'misconfigured',
  invalid_scope: 'misconfigured',
  invalid_request: 'misconfigured',
}

const remembered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
})

/**
 * What an attempt remembers of the server that its user was sent to: the answer must keep that
 * server's promises, and the code is sent nowhere else (RFC 9700, 4.4.2).
 */
const toStoredServer = (server: AuthorizationServer): z.infer<typeof remembered> =>
  remembered.parse(server)

export const readStoredServer = (pending: Record<string, unknown>): AuthorizationServer =>
  withoutUndefined(remembered.parse(pending['server'])) as AuthorizationServer

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
