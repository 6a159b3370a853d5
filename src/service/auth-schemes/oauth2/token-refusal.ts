import type { GrantError } from '../scheme.ts'
import { refusal, type TokenAnswer } from '../token-answer.ts'
import type { Application } from './application.ts'

/** What was asked of the token endpoint. */
export type Request = 'code' | 'renewal' | 'client'

/** Why a token endpoint gave no token; some providers say so with the status 200. */
export const tokenRefusal = (
  request: Request,
  application: Application,
  answer: TokenAnswer,
): GrantError => {
  const error =
    typeof answer.fields['error'] === 'string' ? answer.fields['error'].toLowerCase() : ''
  if (temporaryErrors.has(error))
    return refusal('unavailable', 'The provider is not ready to give a token', answer)
  if (grantErrors.has(error))
    return refusal(request === 'code' ? 'denied' : 'lost', grantMessages[request], answer)
  if (clientErrors.has(error) || answer.status === 401) {
    return application.isOfAccount
      ? refusal(
          request === 'code' ? 'denied' : 'lost',
          'The provider does not accept the client id and secret of this account',
          answer,
        )
      : refusal(
          'misconfigured',
          'The provider does not accept the application of the auth config: check its client id, secret and callback address',
          answer,
        )
  }
  if (answer.status < 300 && error === '')
    return refusal(
      request === 'code' ? 'misconfigured' : 'unavailable',
      'The answer of the token endpoint holds no token',
      answer,
    )
  return refusal(
    request === 'code' ? 'denied' : 'misconfigured',
    'The provider gave no token',
    answer,
  )
}

const grantMessages: Record<Request, string> = {
  code: 'The provider does not accept the code that came back with the user',
  renewal: 'The provider does not renew this access any more',
  client: 'The provider does not accept this client',
}

/** Those of RFC 6749, and the names that providers have of their own. */
const grantErrors = new Set([
  'invalid_grant',
  'bad_verification_code',
  'invalid_code',
  'code_already_used',
  'bad_refresh_token',
  'invalid_refresh_token',
  'token_revoked',
  'token_expired',
  'invalid_token',
])
const clientErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'incorrect_client_credentials',
  'redirect_uri_mismatch',
  'invalid_client_id',
  'bad_client_secret',
  'bad_redirect_uri',
])
const temporaryErrors = new Set([
  'temporarily_unavailable',
  'server_error',
  'slow_down',
  'ratelimited',
  'internal_error',
  'fatal_error',
])
