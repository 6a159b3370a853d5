import { PublicError } from '../public-error.ts'

/**
 * - `blocked`: the address rules forbid the host.
 * - `invalid_url`: the address, method or headers can't be sent as given.
 * - `redirects`: too many redirects, or one that must not be followed.
 * - `aborted`: the caller aborted, or the client was closed.
 */
export type OutboundErrorKind =
  | 'blocked'
  | 'timeout'
  | 'too_large'
  | 'network'
  | 'redirects'
  | 'aborted'
  | 'invalid_url'

/**
 * A call without a response. The message names host and reason and may be shown: it holds no path,
 * query, header or body.
 */
export class OutboundError extends PublicError {
  override readonly name = 'OutboundError'
  readonly kind: OutboundErrorKind
  /** `host:port` as in the URL; empty when the URL could not be parsed. */
  readonly host: string

  constructor(kind: OutboundErrorKind, host: string, reason: string, options?: ErrorOptions) {
    super(host === '' ? reason : `${host}: ${reason}`, options)
    this.kind = kind
    this.host = host
  }
}
