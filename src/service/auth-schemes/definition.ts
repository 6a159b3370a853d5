import type { AuthScheme } from '../../contract/common.ts'
import type { AuthSetup, ScopeSet } from '../../contract/recipe/auth.ts'

/** One way of authenticating with a toolkit. */
export type AuthSchemeDefinition = {
  mode: AuthScheme
  name: string
  description?: string
  /** The fields that the operator fills in per auth config, and each user per connected account. */
  authConfigFields: FieldDescriptor[]
  accountFields: FieldDescriptor[]
  /**
   * API_KEY: where each stored field is sent; schemes with an `access_token`: where that is sent,
   * if not as in RFC 6750. For others the protocol decides.
   */
  placements?: CredentialPlacement[]
  /** BASIC: templates of what is sent, with `{fields}` of the account. */
  basic?: { username: string; password: string }
  /** OAuth endpoints and scopes, and peculiarities of the provider. */
  oauth?: OAuthDefinition
  /** Where an operator registers an application, or a user finds a key; from a recipe. */
  setup?: AuthSetup
  /** Scopes by purpose; from a recipe. */
  scopeSets?: ScopeSet[]
}

/** The part of a definition that depends on its scheme. */
export type SchemeParts = Omit<
  AuthSchemeDefinition,
  'mode' | 'name' | 'description' | 'setup' | 'scopeSets'
>

/** A token provider. Addresses may contain `{variables}`, filled from the account's values. */
export type OAuthDefinition = {
  authorizationUrl?: string
  tokenUrl?: string
  /** Default: the token address. */
  refreshUrl?: string
  revocationUrl?: string
  /** DCR_OAUTH: endpoint for client registration (RFC 7591). */
  registrationUrl?: string
  /** OAUTH1: endpoint for request tokens. */
  requestTokenUrl?: string
  /**
   * Compared with the `iss` that returns with the user (RFC 9207); a provider that always sends it
   * must also be named here.
   */
  issuer?: string
  scopes?: Record<string, string>
  /** Requested if an auth config sets no scopes. */
  defaultScopes?: string[]
  /** Default: a space. */
  scopeSeparator?: string
  /**
   * The parameter for scopes of the user, in addition to those of the application, such as
   * `user_scope`.
   */
  userScopeParameter?: string
  /**
   * How the client authenticates at the token endpoint. Default: `basic`; without a secret always
   * `none`.
   */
  clientAuthentication?: 'basic' | 'body' | 'none' | 'private_key_jwt'
  /** Default: true. Only for providers that refuse the unknown parameter. */
  pkce?: boolean
  authorizationParameters?: Record<string, string>
  tokenParameters?: Record<string, string>
  /** Additional parameters of refresh requests. Default: `tokenParameters`. */
  refreshParameters?: Record<string, string>
  /** Format of token requests. Default: `form`. */
  tokenBodyFormat?: 'form' | 'json'
  /** Path of the object with the token in the token response. Default: the root. */
  tokenPath?: string
  /** Lifetime of a token if the response has none. */
  tokenLifetimeSeconds?: number
  /** Whether the provider issues refresh tokens, and a new one with each refresh. */
  refreshTokens?: 'none' | 'reusable' | 'rotating'
  /**
   * Fields of the token response, or paths in it, to keep as values of the account: `{
   * instance_url: 'base_url' }`.
   */
  keep?: Record<string, string>
  /** The same for the query with which the user returns from the provider. */
  keepFromCallback?: Record<string, string>
  /**
   * SERVICE_ACCOUNT: exchanges a signed JWT for a token, such as
   * `https://api.example.com/installations/{installation_id}/access_tokens`.
   */
  assertion?: { audience?: string; lifetimeSeconds?: number }
}

/** An address that a scheme may need. */
export type OAuthAddress = 'requestTokenUrl' | 'registrationUrl' | 'authorizationUrl' | 'tokenUrl'

/**
 * `field` of the account's values, sent as `prefix + value` in a header, query parameter, cookie
 * or property of the body (JSON or form).
 */
export type CredentialPlacement = {
  field: string
  /** `path`: `name` is a variable of the server's address. */
  in: 'header' | 'query' | 'cookie' | 'path' | 'body'
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
  /** Pattern of the value; `*` stands for letters, digits, `-` and `_`: `*.example.com`. */
  pattern?: string
  /** The possible values. */
  oneOf?: string[]
  /** A value must begin with one of these. */
  startsWith?: string[]
  /** Where users find the value. */
  url?: string
}

/** A security scheme of an OpenAPI description; texts that it does not have are empty. */
export type SecurityScheme = {
  name: string
  description: string
  /** `apiKey`, `http`, `oauth2` … */
  type: string
  /** For `http`, in lower case: `basic`, `bearer` … */
  scheme: string
  /** For `apiKey`: where the key is sent, and with which name. `field`: the name in snake case. */
  in: string
  parameter: string
  field: string
  /** The text before the key in the header, according to its description. */
  prefix?: string
  /** For `oauth2`, with absolute addresses. */
  flows: {
    authorizationCode?: OAuthDefinition
    clientCredentials?: OAuthDefinition
    implicit?: OAuthDefinition
    password?: OAuthDefinition
  }
}
