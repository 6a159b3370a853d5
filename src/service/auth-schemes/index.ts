import type { AuthScheme } from '../../contract/common.ts'
import { apiKey } from './api-key.ts'
import { basicWithJwt } from './basic-with-jwt.ts'
import { basic } from './basic.ts'
import { bearerToken } from './bearer-token.ts'
import { dcrOauth } from './dcr-oauth.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { noAuth } from './no-auth.ts'
import { createOAuth1 } from './oauth1.ts'
import { oauth2 } from './oauth2.ts'
import { s2sOauth2 } from './s2s-oauth2.ts'
import type { Scheme } from './scheme.ts'
import { serviceAccount } from './service-account.ts'

/** The schemes that this service can carry out; an account of another is answered 501. */
const schemes: Partial<Record<AuthScheme, Scheme>> = {
  API_KEY: apiKey,
  BASIC: basic,
  BASIC_WITH_JWT: basicWithJwt,
  BEARER_TOKEN: bearerToken,
  DCR_OAUTH: dcrOauth,
  GOOGLE_SERVICE_ACCOUNT: googleServiceAccount,
  NO_AUTH: noAuth,
  OAUTH1: createOAuth1(),
  OAUTH2: oauth2,
  S2S_OAUTH2: s2sOauth2,
  SERVICE_ACCOUNT: serviceAccount,
}

export const findScheme = (mode: AuthScheme): Scheme | undefined => schemes[mode]

export const supportedSchemes = Object.keys(schemes)

export { clientMetadata, clientMetadataUrl } from './oauth2/client.ts'
export { redirectUri } from './oauth2/client.ts'
export { GrantError } from './scheme.ts'
export { serverIdentity } from './server-identity.ts'
export type {
  AuthSchemeDefinition,
  CredentialPlacement,
  FieldDescriptor,
  OAuthDefinition,
} from './definition.ts'
export type { AccountValues, GrantContext, Granted, OutgoingRequest, Scheme } from './scheme.ts'
