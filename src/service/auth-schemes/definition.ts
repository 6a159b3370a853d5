import type { AuthScheme } from '../../contract/common.ts'

/** One way of authenticating at a toolkit. */
export type AuthSchemeDefinition = {
  mode: AuthScheme
  name: string
  description?: string
  /**
   * What the operator gives once per auth config, and what each user gives per connected account.
   */
  authConfigFields: FieldDescriptor[]
  accountFields: FieldDescriptor[]
  /** API_KEY: where each stored field goes. For other schemes the protocol decides. */
  placements?: CredentialPlacement[]
  /** OAuth endpoints and scopes, and what is peculiar to this provider. */
  oauth?: OAuthDefinition
}

/** The part of a definition that its scheme decides. */
export type SchemeParts = Omit<AuthSchemeDefinition, 'mode' | 'name' | 'description'>

/** A provider of tokens. Addresses may hold `{variables}`, filled from the account's values. */
export type OAuthDefinition = {
  authorizationUrl?: string
  tokenUrl?: string
  /** Default: the token address. */
  refreshUrl?: string
  revocationUrl?: string
  /** DCR_OAUTH: where clients register (RFC 7591). */
  registrationUrl?: string
  /** OAUTH1: where the first of its three legs begins. */
  requestTokenUrl?: string
  /**
   * Checked against the `iss` that comes back with the user (RFC 9207); a provider that always
   * sends it must also be named here.
   */
  issuer?: string
  scopes?: Record<string, string>
  /** Asked for where an auth config names no scopes. */
  defaultScopes?: string[]
  /** Default: a blank. */
  scopeSeparator?: string
  /**
   * The parameter for scopes of the user, in addition to those of the application, such as
   * `user_scope`.
   */
  userScopeParameter?: string
  /**
   * How the client proves itself at the token address. Default: `basic`; without a secret always
   * `none`.
   */
  clientAuthentication?: 'basic' | 'body' | 'none' | 'private_key_jwt'
  /** Default: true. Only for providers that refuse the unknown parameter. */
  pkce?: boolean
  authorizationParameters?: Record<string, string>
  tokenParameters?: Record<string, string>
  /**
   * Fields of the token answer to keep as values of the account: `{ instance_url: 'base_url' }`.
   */
  keep?: Record<string, string>
  /**
   * SERVICE_ACCOUNT: exchanges a signed JWT for a token, such as
   * `https://api.example.com/installations/{installation_id}/access_tokens`.
   */
  assertion?: { audience?: string; lifetimeSeconds?: number }
}

/** An address that a scheme may need to know. */
export type OAuthAddress = 'requestTokenUrl' | 'registrationUrl' | 'authorizationUrl' | 'tokenUrl'

/**
 * `field` of the account's values, written as `prefix + value` to a header, query parameter or
 * cookie.
 */
export type CredentialPlacement = {
  field: string
  in: 'header' | 'query' | 'cookie'
  name: string
  prefix?: string
}

export type FieldDescriptor = {
  name: string
  displayName: string
  description: string
  type: string
  required: boolean
  default: string | null
  isSecret: boolean
  userVisible: boolean
  /**
   * What a value must look like, `*` standing for letters, digits, `-` and `_`: `*.example.com`.
   */
  pattern?: string
}

/** A security scheme of an OpenAPI description; a text that is absent there is empty. */
export type SecurityScheme = {
  name: string
  description: string
  /** `apiKey`, `http`, `oauth2` … */
  type: string
  /** Of `http`, in lower case: `basic`, `bearer` … */
  scheme: string
  /** Of `apiKey`: where the key goes, and under which name. `field`: its name in snake case. */
  in: string
  parameter: string
  field: string
  /** Of `oauth2`, with absolute addresses. */
  flows: {
    authorizationCode?: OAuthDefinition
    clientCredentials?: OAuthDefinition
  }
}
