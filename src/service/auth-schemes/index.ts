import type { AuthScheme } from '../../contract/common.ts'
import { apiKey } from './api-key.ts'
import { basicWithJwt } from './basic-with-jwt.ts'
import { basic } from './basic.ts'
import { bearerToken } from './bearer-token.ts'
import { dcrOauth } from './dcr-oauth.ts'
import type { AuthSchemeDefinition, SecurityScheme } from './definition.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { noAuth } from './no-auth.ts'
import { createOAuth1 } from './oauth1.ts'
import { oauth2 } from './oauth2.ts'
import { s2sOauth2 } from './s2s-oauth2.ts'
import type { Scheme } from './scheme.ts'
import { serviceAccount } from './service-account.ts'

/**
 * Every scheme of the interface. Undefined: not implemented, which is answered with 501 for its
 * accounts.
 */
const registry: Record<AuthScheme, Scheme | undefined> = {
  API_KEY: apiKey,
  BASIC: basic,
  BASIC_WITH_JWT: basicWithJwt,
  BEARER_TOKEN: bearerToken,
  BILLCOM_AUTH: undefined,
  CALCOM_AUTH: undefined,
  DCR_OAUTH: dcrOauth,
  GOOGLE_SERVICE_ACCOUNT: googleServiceAccount,
  NO_AUTH: noAuth,
  OAUTH1: createOAuth1(),
  OAUTH2: oauth2,
  S2S_OAUTH2: s2sOauth2,
  SAML: undefined,
  SERVICE_ACCOUNT: serviceAccount,
}

const schemes = Object.entries(registry).flatMap(([mode, scheme]) =>
  scheme ? [{ mode: mode as AuthScheme, scheme }] : [],
)

export const findScheme = (mode: AuthScheme): Scheme | undefined => registry[mode]

export const supportedSchemes: AuthScheme[] = schemes.map(({ mode }) => mode)

/** The schemes whose users authorize access on pages of the provider. */
export const authorizationSchemes: AuthScheme[] = schemes
  .filter(({ scheme }) => scheme.authorization)
  .map(({ mode }) => mode)

/** The values that contain a credential in any scheme. */
export const credentialValues: ReadonlySet<string> = new Set(
  schemes.flatMap(({ scheme }) => scheme.credentialValues),
)

/**
 * The values of an auth config that a scheme may read: the fields of its client, scopes, and the
 * values of `{variables}` in the provider's addresses. None if there is no provider.
 */
export const clientValueNames = (definition: AuthSchemeDefinition): string[] => {
  const scheme = registry[definition.mode]
  if (!scheme?.provider) return []
  const client = scheme.authorization
    ? [
        'client_id',
        'client_secret',
        'private_key',
        'private_key_id',
        'consumer_key',
        'consumer_secret',
      ]
    : []
  const variables = Object.values(definition.oauth ?? {})
    .filter((value) => typeof value === 'string')
    .flatMap((address) => [...address.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []))
  return [
    ...new Set([
      ...definition.authConfigFields.map(({ name }) => name),
      ...client,
      'scopes',
      'user_scopes',
      'subject',
      ...variables,
    ]),
  ]
}

/** The account fields that any scheme exchanges for an `access_token`. */
export const exchangedFields: ReadonlySet<string> = new Set(
  schemes.flatMap(({ scheme }) => scheme.provider?.exchangedFields ?? []),
)

/**
 * The definition for security schemes of an OpenAPI description that are required together;
 * undefined if no scheme supports them.
 */
export const readSecurity = (
  declared: readonly [SecurityScheme, ...SecurityScheme[]],
): AuthSchemeDefinition | { problems: string[] } | undefined => {
  for (const { mode, scheme } of schemes) {
    const read = scheme.readSecurity?.(declared)
    if (!read) continue
    if ('problems' in read) return read
    const name = declared.map((each) => each.name).join('+')
    const description = declared.flatMap((each) => each.description || []).join(' ')
    return { mode, name, ...(description !== '' && { description }), ...read }
  }
  return undefined
}

export { cleanValues } from './clean-values.ts'
export { matchesPattern } from './matches-pattern.ts'
export { discoverIssuer } from './oauth2/find-server.ts'
export { clientMetadata, clientMetadataUrl, redirectUri } from './oauth2/client.ts'
export { GrantError } from './scheme.ts'
export { serverIdentity } from './server-identity.ts'
export type {
  AuthSchemeDefinition,
  CredentialPlacement,
  FieldDescriptor,
  OAuthAddress,
  OAuthDefinition,
  SecurityScheme,
} from './definition.ts'
export type {
  AccountValues,
  Authorization,
  GrantContext,
  Granted,
  OutgoingRequest,
  Scheme,
} from './scheme.ts'
