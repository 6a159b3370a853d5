import { OAuthError } from './oauth-error.ts'
import { scopes, type OAuthApplication, type Scope } from './application.ts'

/** A validated authorization request. */
type AuthorizationRequest = {
  redirectUri: string
  state: string | undefined
  challenge: string
  scopes: Scope[]
}

/** The redirect target, also for errors: an address that the application registered. */
export const readRedirectUri = (
  { clientId, redirectUris }: OAuthApplication,
  parameters: URLSearchParams,
): string => {
  const redirectUri = singleParameter(parameters, 'redirect_uri') ?? ''
  if (singleParameter(parameters, 'client_id') !== clientId)
    throw new OAuthError('invalid_client', 'No application has this client_id')
  if (!redirectUris.has(redirectUri))
    throw new OAuthError('invalid_request', 'The application did not register this redirect_uri')
  return redirectUri
}

/** Validates an authorization request; throws the errors of RFC 6749 and RFC 7636. */
export const readAuthorizationRequest = (
  application: OAuthApplication,
  parameters: URLSearchParams,
): AuthorizationRequest => {
  const redirectUri = readRedirectUri(application, parameters)
  if (singleParameter(parameters, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'Only response_type=code is supported')
  const challenge = singleParameter(parameters, 'code_challenge') ?? ''
  if (
    singleParameter(parameters, 'code_challenge_method') !== 'S256' ||
    !/^[\w-]{43}$/.test(challenge)
  )
    throw new OAuthError('invalid_request', 'A code_challenge with the method S256 is required')
  return {
    redirectUri,
    challenge,
    state: singleParameter(parameters, 'state'),
    scopes: readScopes(singleParameter(parameters, 'scope') ?? ''),
  }
}

/** Without a scope, all scopes are requested. */
const readScopes = (text: string): Scope[] => {
  const all = Object.keys(scopes) as Scope[]
  const wanted = text.split(' ').filter((scope) => scope !== '')
  if (wanted.some((scope) => !Object.hasOwn(scopes, scope)))
    throw new OAuthError('invalid_scope', `The scopes are: ${all.join(' ')}`)
  return wanted.length === 0 ? all : all.filter((scope) => wanted.includes(scope))
}

/** The value of a parameter that may be given only once (RFC 6749, 3.1). */
export const singleParameter = (parameters: URLSearchParams, name: string): string | undefined => {
  const values = parameters.getAll(name)
  if (values.length > 1)
    throw new OAuthError('invalid_request', `The parameter ${name} was given more than once`)
  return values[0]
}
