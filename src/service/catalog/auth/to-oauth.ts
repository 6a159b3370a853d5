import type { ImportAuth } from '../../../contract/import-auth.ts'
import type { OAuthDefinition } from '../../auth-schemes/index.ts'
import type { AuthScheme } from '../../../contract/common.ts'

/** A provider as an importer describes it. */
export const toOAuth = (given: NonNullable<ImportAuth['oauth']>): OAuthDefinition =>
  withoutUndefined({
    authorizationUrl: given.authorization_url,
    tokenUrl: given.token_url,
    refreshUrl: given.refresh_url,
    revocationUrl: given.revocation_url,
    registrationUrl: given.registration_url,
    requestTokenUrl: given.request_token_url,
    issuer: given.issuer,
    scopes: given.scopes,
    scopeSeparator: given.scope_separator,
    userScopeParameter: given.user_scope_parameter,
    clientAuthentication: given.client_authentication,
    pkce: given.pkce,
    authorizationParameters: given.authorization_parameters,
    tokenParameters: given.token_parameters,
    keep: given.keep,
    assertion:
      given.assertion &&
      withoutUndefined({
        audience: given.assertion.audience,
        lifetimeSeconds: given.assertion.lifetime_seconds,
      }),
  })

/** The addresses that a scheme cannot do without, as the importer calls them. */
export const missingAddresses = (mode: AuthScheme, oauth: OAuthDefinition): string[] => {
  const lacks = (...names: (keyof typeof wireNames)[]): string[] =>
    names.filter((name) => oauth[name] === undefined).map((name) => wireNames[name])
  switch (mode) {
    // An issuer publishes the addresses that are not given.
    case 'OAUTH2':
      return oauth.issuer === undefined ? lacks('authorizationUrl', 'tokenUrl') : []
    case 'S2S_OAUTH2':
      return oauth.issuer === undefined ? lacks('tokenUrl') : []
    case 'DCR_OAUTH':
      return oauth.issuer === undefined
        ? lacks('registrationUrl', 'authorizationUrl', 'tokenUrl')
        : []
    case 'OAUTH1':
      return lacks('requestTokenUrl', 'authorizationUrl', 'tokenUrl')
    case 'BASIC_WITH_JWT':
    case 'SERVICE_ACCOUNT':
      return lacks('tokenUrl')
    default:
      return []
  }
}

const wireNames = {
  authorizationUrl: 'authorization_url',
  tokenUrl: 'token_url',
  registrationUrl: 'registration_url',
  requestTokenUrl: 'request_token_url',
} as const

const withoutUndefined = <T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
