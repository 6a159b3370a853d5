import type { CredentialPlacement } from './definition.ts'
import { placeCredential } from './place-credential.ts'
import { GrantError, headerProblem, textOf, type Granted, type Scheme } from './scheme.ts'
import type { TokenResponse } from './token-response.ts'

/** The values of an account that an OAuth 2 provider issues with a token. */
export const tokenValues = [
  'access_token',
  'refresh_token',
  'id_token',
  'token_type',
  'expires_in',
  'expires_at',
  'scope',
  'authed_user',
]

/** `apply` of the schemes that exchange the account's values for an `access_token`. */
export const applyAccessToken: Scheme['apply'] = ({ placements = [bearer] }, values, request) => {
  const token = textOf(values, 'access_token')
  return token === undefined
    ? request
    : placements.reduce(
        (placed, placement) => placeCredential(placed, placement, textOf(values, placement.field)),
        request,
      )
}

const bearer: CredentialPlacement = {
  field: 'access_token',
  in: 'header',
  name: 'authorization',
  prefix: 'Bearer ',
}

/**
 * The token in a response, under any of its usual names, and its expiry: that of the response,
 * otherwise the `exp` of the token.
 */
export const grantAccessToken = (
  { fields, text }: Pick<TokenResponse, 'fields' | 'text'>,
  now: Date,
): Granted => {
  const token = textOf(fields, 'access_token', 'token', 'jwt', 'id_token') ?? bareToken(text)
  if (token === undefined || headerProblem('token', token).length > 0)
    throw new GrantError(
      'unavailable',
      "The provider's answer contains no token that can be sent: try again later",
    )
  const expiresAt =
    after(fields['expires_in'], now) ??
    at(fields['expires_at'] ?? fields['expires']) ??
    endOf(token)
  return {
    values: { access_token: token, expires_at: expiresAt?.toISOString() ?? null },
    expiresAt,
  }
}

/** Some providers return only the token, as text or as a JSON string. */
const bareToken = (text: string): string | undefined =>
  /^\s*"?([\w-]+\.[\w-]+\.[\w-]+)"?\s*$/.exec(text)?.[1]

const after = (seconds: unknown, now: Date): Date | null => {
  const number = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds
  return typeof number === 'number' && number > 0 ? toDate(now.getTime() + number * 1000) : null
}

/** A time as text, or as seconds since 1970. */
const at = (time: unknown): Date | null => {
  if (typeof time === 'number') return toDate(time * 1000)
  return typeof time === 'string'
    ? toDate(/^\d+$/.test(time) ? Number(time) * 1000 : Date.parse(time))
    : null
}

/** The `exp` of a JWT, which is not verified: it is only used to schedule the refresh. */
const endOf = (token: string): Date | null => {
  try {
    const claims = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    ) as unknown
    return typeof claims === 'object' &&
      claims !== null &&
      'exp' in claims &&
      typeof claims.exp === 'number'
      ? toDate(claims.exp * 1000)
      : null
  } catch {
    return null
  }
}

const latest = Date.UTC(9999, 0)

const toDate = (time: number): Date | null => (time > 0 && time < latest ? new Date(time) : null)
