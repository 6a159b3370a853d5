import { OAuthError } from './oauth-error.ts'
import { scopes, type OAuthApplication, type Scope } from './application.ts'

/** A checked request for access. */
export type AuthorizationRequest = {
  redirectUri: string
  state: string | undefined
  challenge: string
  scopes: Scope[]
}

/** Where refusals may be sent: only to an address that the application registered. */
export const readRedirectUri = (
  { clientId, redirectUris }: OAuthApplication,
  parameters: URLSearchParams,
): string => {
  const redirectUri = only(parameters, 'redirect_uri') ?? ''
  if (only(parameters, 'client_id') !== clientId)
    throw new OAuthError('invalid_client', 'No application has this client_id')
  if (!redirectUris.has(redirectUri))
    throw new OAuthError('invalid_request', 'The application did not register this redirect_uri')
  return redirectUri
}

/** Checks a request for access; throws what RFC 6749 and RFC 7636 name for it. */
export const readAuthorizationRequest = (
  application: OAuthApplication,
  parameters: URLSearchParams,
): AuthorizationRequest => {
  const redirectUri = readRedirectUri(application, parameters)
  if (only(parameters, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is given')
  const challenge = only(parameters, 'code_challenge') ?? ''
  if (only(parameters, 'code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'A code_challenge with the method S256 is required')
  return {
    redirectUri,
    challenge,
    state: only(parameters, 'state'),
    scopes: readScopes(only(parameters, 'scope') ?? ''),
  }
}

/** Without a scope everything is asked for. */
const readScopes = (text: string): Scope[] => {
  const all = Object.keys(scopes) as Scope[]
  const wanted = text.split(' ').filter((scope) => scope !== '')
  if (wanted.some((scope) => !Object.hasOwn(scopes, scope)))
    throw new OAuthError('invalid_scope', `The scopes are: ${all.join(' ')}`)
  return wanted.length === 0 ? all : all.filter((scope) => wanted.includes(scope))
}

/** The value of a parameter that may be given once (RFC 6749, 3.1). */
export const only = (parameters: URLSearchParams, name: string): string | undefined => {
  const values = parameters.getAll(name)
  if (values.length > 1)
    throw new OAuthError('invalid_request', `The parameter ${name} was given more than once`)
  return values[0]
}
