import type { AuthSchemeDefinition } from './definition.ts'
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
 * One way of authenticating: what an account must hold, how it comes by that, and how that goes
 * into a request.
 */
export type Scheme = {
  /**
   * Says what is missing or wrong in the values a user gave; empty when an account can be made of
   * them.
   */
  check(definition: AuthSchemeDefinition, values: AccountValues): string[]
  /**
   * Address and headers with the credential in them; the request given is not changed. `client` is
   * what the auth config holds.
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
   * Gets the credential out of what the account holds, with no user present: when it is connected,
   * and as its renewal.
   */
  obtain?(context: GrantContext): Promise<Granted>
  /** A new credential for one that ends; present where the values can hold what that takes. */
  refresh?(context: GrantContext): Promise<Granted>
  /** Whether the values hold what `refresh` takes. */
  canRefresh?(values: AccountValues): boolean
  /** Tells the provider to forget the credential, where it can be told. */
  revoke?(context: GrantContext): Promise<void>
}

/** The way over the provider's own pages. */
export type Authorization = {
  /**
   * Where the user goes, and what must be remembered until they come back; `callbackUrl` where they
   * come back to another than the one given.
   */
  begin(
    context: GrantContext,
    request: { callbackUrl: string; state: string },
  ): Promise<{ url: string; pending: Record<string, unknown>; callbackUrl?: string }>
  /**
   * What came back with the user, checked and exchanged for a credential. Throws a `GrantError`.
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
   * Whether the service itself makes the client known to the provider, and so chooses its redirect
   * URI.
   */
  registersClient?(context: Pick<GrantContext, 'client' | 'values' | 'now'>): boolean
}

/** What a provider is asked with. */
export type GrantContext = {
  definition: AuthSchemeDefinition
  /** What the auth config holds: client id and secret, scopes. */
  client: AccountValues
  values: AccountValues
  send: OutboundSend
  now: Date
  /**
   * A client that the service describes in a document; for providers that take its address as the
   * client id.
   */
  clientDocument?: { url: string; callbackUrl: string } | undefined
}

/**
 * Values that take the place of the account's values of the same name, `undefined` to remove one;
 * the others stay. `expiresAt` null: it does not say.
 */
export type Granted = { values: Record<string, unknown>; expiresAt: Date | null }

/**
 * Why a provider gave no credential; the message may be shown to the user.
 *
 * `denied`: the user or the provider said no. `lost`: what the account holds is good for nothing
 * any more, so its user is needed. `unavailable`: another try may succeed. `misconfigured`: only
 * the operator of the auth config can mend it.
 */
export class GrantError extends PublicError {
  override name = 'GrantError'
  readonly kind: 'denied' | 'lost' | 'unavailable' | 'misconfigured'
  /** How long the provider asks to be left alone. */
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
