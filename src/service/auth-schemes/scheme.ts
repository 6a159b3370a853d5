import type {
  AuthSchemeDefinition,
  OAuthAddress,
  SchemeParts,
  SecurityScheme,
} from './definition.ts'
import type { OutboundBody, OutboundSend } from '../platform/outbound/index.ts'
import { PublicError } from '../platform/public-error.ts'

/** An outgoing request, as far as a credential may depend on it or change it. */
export type OutgoingRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: OutboundBody
}

/** What a connected account holds: the `val` of its state (spec 2.4). */
export type AccountValues = Readonly<Record<string, unknown>>

/**
 * One way of authenticating: what an account must contain, how it is obtained, and how a request
 * uses it.
 */
export type Scheme = {
  /**
   * The fields that an operator and a user fill in for a toolkit with this scheme, with the part of
   * `given` that the scheme uses.
   */
  define(given: Pick<AuthSchemeDefinition, 'placements' | 'basic' | 'oauth'>): SchemeParts
  /**
   * The same, from security schemes of an OpenAPI description that are required together; undefined
   * if they belong to another auth scheme.
   */
  readSecurity?(
    declared: readonly [SecurityScheme, ...SecurityScheme[]],
  ): SchemeParts | { problems: string[] } | undefined
  /** Null: the values that a user fills in are the credential. */
  provider: TokenProvider | null
  /**
   * The values of an account that a new credential replaces; they are never shown in requests or
   * pages.
   */
  credentialValues: readonly string[]
  /** What requests have before a value, by its field. */
  prefixes?: Readonly<Record<string, string>>
  /** The API can confirm a credential before an account is created. */
  isCheckedWithApi?: true
  /**
   * What is missing or invalid in the values that a user entered; empty if they suffice for an
   * account.
   */
  check(definition: AuthSchemeDefinition, values: AccountValues): string[]
  /**
   * A copy of the request with the credential in its address or headers. `client` contains the
   * values of the auth config.
   */
  apply(
    definition: AuthSchemeDefinition,
    values: AccountValues,
    request: OutgoingRequest,
    client: AccountValues,
  ): OutgoingRequest
  /** Present if the user must authorize access at the provider. */
  authorization?: Authorization
  /**
   * Obtains the credential from the account's values, without the user: when the account is
   * connected, and each time the credential expires.
   */
  obtain?(context: GrantContext): Promise<Granted>
  /**
   * Replaces a credential that expires; present if the values can contain what is needed for that.
   */
  refresh?(context: GrantContext): Promise<Granted>
  /** Whether the values contain what `refresh` needs. */
  canRefresh?(values: AccountValues): boolean
  /** Revokes the credential at the provider, if the provider supports that. */
  revoke?(context: GrantContext): Promise<void>
}

/** A token provider. */
type TokenProvider = {
  /** The addresses that a toolkit must have. */
  addresses: readonly OAuthAddress[]
  /** An `issuer` can replace the addresses, because it publishes them (RFC 8414). */
  hasMetadata: boolean
  /**
   * The fields of an account that are exchanged for its `access_token`, which requests send as a
   * bearer token; null if requests use something else.
   */
  exchangedFields: readonly string[] | null
  /** Auth configs request the scopes that their tools require. */
  hasToolScopes: boolean
}

/** The authorization of a user on the provider's pages. */
export type Authorization = {
  oauthVersion: 1 | 2
  /** The values that make an account complete without authorization by its user. */
  tokens: readonly string[]
  /**
   * Returns where the user is sent, and what must be remembered until they return. `callbackUrl`:
   * where they return to, if not to the requested one.
   */
  begin(
    context: GrantContext,
    request: { callbackUrl: string; state: string },
  ): Promise<{ url: string; pending: Record<string, unknown>; callbackUrl?: string }>
  /**
   * Validates the response that returned with the user and exchanges it for a credential. Throws a
   * `GrantError`.
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
   * Why no user can be sent to the provider yet: the auth config lacks the application, or a part
   * of it. Undefined if nothing is missing.
   */
  clientProblem(context: ClientHolders): string | undefined
  /**
   * Asks the provider whether it knows the client, without a user. Absent if there is no request
   * for that.
   */
  checkClient?(context: GrantContext, request: { callbackUrl: string }): Promise<ClientVerdict>
  /**
   * Whether the service registers the client at the provider, and therefore chooses its redirect
   * URI.
   */
  registersClient?(context: Pick<GrantContext, 'client' | 'values' | 'now'>): boolean
}

/** `unknown`: the provider is unavailable, or its answer says nothing about the client. */
export type ClientVerdict = { verdict: 'accepted' | 'refused' | 'unknown'; message: string }

/** The values that may contain the client of an authorization. */
export type ClientHolders = Pick<GrantContext, 'definition' | 'client' | 'values' | 'now'>

/** The input of a request to a provider. */
export type GrantContext = {
  definition: AuthSchemeDefinition
  /** The values of the auth config: client id and secret, scopes. */
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
 * Values to merge into the account's values; `undefined` removes one. `expiresAt` null: unknown.
 */
export type Granted = { values: Record<string, unknown>; expiresAt: Date | null }

/**
 * Why a provider issued no credential; the message may be shown to the user.
 *
 * `denied`: the user or the provider refused. `lost`: the account's values are no longer valid, so
 * its user is needed. `unavailable`: a retry may succeed. `misconfigured`: only the operator of the
 * auth config can fix it.
 */
export class GrantError extends PublicError {
  override name = 'GrantError'
  readonly kind: 'denied' | 'lost' | 'unavailable' | 'misconfigured'
  /** The backoff that the provider requests. */
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

/** The first non-empty text in these fields. */
export const textOf = (values: AccountValues, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** Why `value` cannot be sent in a header; undefined if it can. */
export const headerProblem = (field: string, value: string): string[] =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    ? []
    : [`${field} must be one line of text without control characters`]

/** The message of the `GrantError` that `action` throws, if it throws one. */
export const grantProblem = (action: () => unknown): string | undefined => {
  try {
    action()
    return undefined
  } catch (error) {
    if (error instanceof GrantError) return error.message
    throw error
  }
}
