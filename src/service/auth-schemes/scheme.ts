import type {
  AuthSchemeDefinition,
  OAuthAddress,
  SchemeParts,
  SecurityScheme,
} from './definition.ts'
import type { OutboundBody, OutboundSend } from '../platform/outbound/index.ts'
import { PublicError } from '../platform/public-error.ts'

/** A request about to leave, as far as a credential may depend on it or change it. */
export type OutgoingRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: OutboundBody
}

/** What a connected account holds: the `val` of its state (spec 2.4). */
export type AccountValues = Readonly<Record<string, unknown>>

/**
 * One way of authenticating: what an account must hold, how it obtains that, and how a request
 * carries it.
 */
export type Scheme = {
  /**
   * The fields that an operator and a user fill in at a toolkit of this scheme, with the part of
   * `given` that the scheme uses.
   */
  define(given: Pick<AuthSchemeDefinition, 'placements' | 'oauth'>): SchemeParts
  /**
   * The same from security schemes of an OpenAPI description that are needed together; undefined
   * where those are of another auth scheme.
   */
  readSecurity?(
    declared: readonly [SecurityScheme, ...SecurityScheme[]],
  ): SchemeParts | { problems: string[] } | undefined
  /** Null: the values that a user fills in are the credential. */
  provider: TokenProvider | null
  /** The values of an account that a new credential replaces; no request or page shows them. */
  credentialValues: readonly string[]
  /** The API can confirm a credential before an account is created. */
  isCheckedWithApi?: true
  /**
   * What is missing or wrong in the values a user gave; empty when they are enough for an account.
   */
  check(definition: AuthSchemeDefinition, values: AccountValues): string[]
  /**
   * A copy of the request that carries the credential in its address or headers. `client` is what
   * the auth config holds.
   */
  apply(
    definition: AuthSchemeDefinition,
    values: AccountValues,
    request: OutgoingRequest,
    client: AccountValues,
  ): OutgoingRequest
  /** Present where the user must go to the provider and agree. */
  authorization?: Authorization
  /**
   * Obtains the credential from what the account holds, with no user present: when the account is
   * connected, and each time the credential expires.
   */
  obtain?(context: GrantContext): Promise<Granted>
  /** A new credential for one that expires; present where the values can hold what that needs. */
  refresh?(context: GrantContext): Promise<Granted>
  /** Whether the values hold what `refresh` needs. */
  canRefresh?(values: AccountValues): boolean
  /** Revokes the credential at the provider, where the provider offers that. */
  revoke?(context: GrantContext): Promise<void>
}

/** A provider of tokens. */
export type TokenProvider = {
  /** The addresses that a toolkit must name. */
  addresses: readonly OAuthAddress[]
  /** An `issuer` may take the place of the addresses, since it publishes them (RFC 8414). */
  hasMetadata: boolean
  /**
   * The fields of an account that are exchanged for its `access_token`, which requests carry as a
   * bearer token; null where requests carry something else.
   */
  exchangedFields: readonly string[] | null
  /** Auth configs request the scopes that their tools need. */
  hasToolScopes: boolean
}

/** The authorization of a user on the provider's own pages. */
export type Authorization = {
  oauthVersion: 1 | 2
  /** The values that make an account complete without its user going to the provider. */
  tokens: readonly string[]
  /**
   * Where the user goes, and what must be remembered until they come back. `callbackUrl`: where
   * they come back, if not to the one requested.
   */
  begin(
    context: GrantContext,
    request: { callbackUrl: string; state: string },
  ): Promise<{ url: string; pending: Record<string, unknown>; callbackUrl?: string }>
  /**
   * Checks what came back with the user and exchanges it for a credential. Throws a `GrantError`.
   */
  complete(
    context: GrantContext,
    request: {
      callbackUrl: string
      state: string
      pending: Record<string, unknown>
      answer: URLSearchParams
    },
  ): Promise<Granted>
  /**
   * Whether the service itself registers the client at the provider, and so chooses its redirect
   * URI.
   */
  registersClient?(context: Pick<GrantContext, 'client' | 'values' | 'now'>): boolean
}

/** What a request to a provider is made from. */
export type GrantContext = {
  definition: AuthSchemeDefinition
  /** What the auth config holds: client id and secret, scopes. */
  client: AccountValues
  values: AccountValues
  send: OutboundSend
  now: Date
  /**
   * A client that the service describes in a document; for providers that accept the document's
   * address as the client id.
   */
  clientDocument?: { url: string; callbackUrl: string } | undefined
}

/**
 * Values to merge into the account's values; `undefined` removes one. `expiresAt` null: the
 * provider does not say.
 */
export type Granted = { values: Record<string, unknown>; expiresAt: Date | null }

/**
 * Why a provider gave no credential; the message may be shown to the user.
 *
 * `denied`: the user or the provider refused. `lost`: what the account holds is no longer valid, so
 * its user is needed. `unavailable`: a retry may succeed. `misconfigured`: only the operator of the
 * auth config can repair it.
 */
export class GrantError extends PublicError {
  override name = 'GrantError'
  readonly kind: 'denied' | 'lost' | 'unavailable' | 'misconfigured'
  /** The backoff that the provider asks for. */
  readonly retryAfterMs: number | undefined

  constructor(
    kind: GrantError['kind'],
    message: string,
    options: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
  }
}

/** The text in the first of these fields that holds one. */
export const textOf = (values: AccountValues, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** Why `value` cannot stand in a header; nothing when it can. */
export const headerProblem = (field: string, value: string): string[] =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? []
    : [`${field} must be one line of text without control characters`]
