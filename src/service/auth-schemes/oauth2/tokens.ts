import type { AuthSchemeDefinition } from '../definition.ts'
import { GrantError, headerProblem, textOf, type Granted } from '../scheme.ts'
import { atPath, type TokenResponse, keptValues, toGrantError } from '../token-response.ts'
import type { Application } from './application.ts'

/**
 * The values that an account keeps of a token response; undefined if it contains no token. Refresh
 * token and scope are unchanged if the response has none.
 */
export const tokenValues = (
  { oauth }: AuthSchemeDefinition,
  { fields }: Pick<TokenResponse, 'fields'>,
  now: Date,
): Granted | undefined => {
  const user = objectOf(fields['authed_user'])
  const named =
    oauth?.tokenPath === undefined ? undefined : objectOf(atPath(fields, oauth.tokenPath))
  // Slack, for example, returns the token of the user in `authed_user`, and that of the
  // application, if requested, at the root.
  const source = named ?? (textOf(fields, 'access_token') === undefined && user ? user : fields)
  const token = textOf(source, 'access_token')
  if (token === undefined) return undefined
  if (headerProblem('access_token', token).length > 0)
    throw new GrantError('misconfigured', "The provider's token cannot be sent in a header")
  const { seconds, expiresAt } = expiryOf(withLifetime(source, oauth), now)
  return {
    values: {
      ...keptValues(oauth?.keep, fields),
      ...texts(fields, ['token_type', 'id_token']),
      ...texts(source, ['token_type', 'refresh_token']),
      ...scopeOf(source),
      ...(user && { authed_user: user }),
      access_token: token,
      expires_in: seconds,
      expires_at: expiresAt?.toISOString(),
    },
    expiresAt,
  }
}

/** The toolkit's lifetime, if the response has none. */
const withLifetime = (
  source: Record<string, unknown>,
  oauth: AuthSchemeDefinition['oauth'],
): Record<string, unknown> =>
  oauth?.tokenLifetimeSeconds === undefined ||
  source['expires_in'] !== undefined ||
  source['expires_at'] !== undefined
    ? source
    : { ...source, expires_in: oauth.tokenLifetimeSeconds }

const texts = (fields: Record<string, unknown>, names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(fields, name)
      return text === undefined ? [] : [[name, text]]
    }),
  )

const scopeOf = ({ scope }: Record<string, unknown>): { scope?: string } => {
  if (Array.isArray(scope))
    return { scope: scope.filter((each) => typeof each === 'string').join(' ') }
  return typeof scope === 'string' ? { scope } : {}
}

const objectOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

/** A longer lifetime means that the token does not expire. */
const longestSeconds = 10 * 365 * 24 * 60 * 60

/**
 * Some providers send an expiry in the past, such as `expires_in: 0`, for a token that does not
 * expire.
 */
const expiryOf = (
  fields: Record<string, unknown>,
  now: Date,
): { seconds: number | undefined; expiresAt: Date | null } => {
  const seconds = toNumber(fields['expires_in']) ?? secondsUntil(fields['expires_at'], now)
  if (seconds === undefined || seconds <= 0 || seconds > longestSeconds)
    return { seconds: undefined, expiresAt: null }
  return { seconds, expiresAt: new Date(now.getTime() + seconds * 1000) }
}

const secondsUntil = (time: unknown, now: Date): number | undefined => {
  const seconds =
    toNumber(time) ?? (typeof time === 'string' ? Date.parse(time) / 1000 : Number.NaN)
  return Number.isNaN(seconds) ? undefined : Math.round(seconds - now.getTime() / 1000)
}

const toNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** The kind of token request. */
export type Request = 'code' | 'renewal' | 'client'

/** Why a token endpoint issued no token; some providers report that with the status 200. */
export const toTokenError = (
  request: Request,
  application: Application,
  answer: TokenResponse,
): GrantError => {
  const error =
    typeof answer.fields['error'] === 'string' ? answer.fields['error'].toLowerCase() : ''
  if (temporaryErrors.has(error))
    return toGrantError('unavailable', 'The provider cannot issue a token at the moment', answer)
  if (grantErrors.has(error))
    return toGrantError(request === 'code' ? 'denied' : 'lost', grantMessages[request], answer)
  if (clientErrors.has(error) || answer.status === 401) {
    return application.isOfAccount
      ? toGrantError(
          request === 'code' ? 'denied' : 'lost',
          'The provider does not accept the client id and secret of this account',
          answer,
        )
      : toGrantError(
          'misconfigured',
          'The provider does not accept the application of the auth config: check its client id, secret and callback address',
          answer,
        )
  }
  if (answer.status < 300 && error === '')
    return toGrantError(
      request === 'code' ? 'misconfigured' : 'unavailable',
      'The answer of the token endpoint contains no token',
      answer,
    )
  return toGrantError(
    request === 'code' ? 'denied' : 'misconfigured',
    'The provider issued no token',
    answer,
  )
}

const grantMessages: Record<Request, string> = {
  code: 'The provider does not accept the code that returned with the user',
  renewal: 'The provider no longer refreshes this access',
  client: 'The provider does not accept this client',
}

/** The errors of RFC 6749, and of individual providers. */
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
const redirectErrors = new Set([
  'redirect_uri_mismatch',
  'bad_redirect_uri',
  'invalid_redirect_uri',
])
const clientErrors = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'incorrect_client_credentials',
  'invalid_client_id',
  'bad_client_secret',
  ...redirectErrors,
])
const temporaryErrors = new Set([
  'temporarily_unavailable',
  'server_error',
  'slow_down',
  'ratelimited',
  'internal_error',
  'fatal_error',
])

/** Which part of a request with a code the provider rejected, by the `error` of its answer. */
export const rejectedPart = (
  status: number,
  error: string,
): 'code' | 'redirect' | 'client' | undefined => {
  if (grantErrors.has(error)) return 'code'
  if (redirectErrors.has(error)) return 'redirect'
  return clientErrors.has(error) || status === 401 ? 'client' : undefined
}
