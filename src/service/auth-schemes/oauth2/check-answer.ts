import type { AuthorizationServer } from 'oauth4webapi'
import { GrantError } from '../scheme.ts'
import { plainText } from '../token-answer.ts'
import { loadProtocol } from './ask-server.ts'
import { unknownIssuer } from './find-server.ts'

/**
 * What came back with the user, checked (RFC 6749, 4.1.2; RFC 9207); the library takes a code from
 * nothing else.
 */
export const checkAnswer = async ({
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
      `The provider's answer holds ${plainText(repeated)} more than once`,
    )
  const protocol = await loadProtocol()
  try {
    const checked = protocol.validateAuthResponse(
      { ...server, issuer: expectedIssuer(server, answer) },
      { client_id: clientId },
      answer,
      state,
    )
    if (!checked.get('code')) throw new GrantError('denied', "The provider's answer holds no code")
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
  if (answer.has('response')) return 'it is a signed response, which was not asked for'
  if (['id_token', 'token', 'access_token'].some((name) => answer.has(name)))
    return 'it holds a token, as in the implicit grant, which was not asked for'
  return 'its state or issuer is not the expected one'
}

/**
 * Where the toolkit names no issuer, an answer may call itself by the origin that the user was sent
 * to, and by no other.
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
  const said = description === '' ? error : `${description} (${error})`
  if (error === 'access_denied')
    return new GrantError('denied', `The access was refused at the provider: ${said}`)
  return new GrantError(kinds[error] ?? 'denied', `The provider refused: ${said}`)
}

const kinds: Readonly<Record<string, GrantError['kind']>> = {
  temporarily_unavailable: 'unavailable',
  server_error: 'unavailable',
  unauthorized_client: 'misconfigured',
  unsupported_response_type: 'misconfigured',
  invalid_scope: 'misconfigured',
  invalid_request: 'misconfigured',
}
