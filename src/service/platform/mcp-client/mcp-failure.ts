import { PublicError } from '../public-error.ts'
import type { UntrustedTextError } from '../untrusted-text/index.ts'

type Unparsed = { body: Uint8Array; reason: UntrustedTextError }

/**
 * Why an MCP server returned no result. The message may be shown: the server's text in it is
 * shortened and has no control characters.
 *
 * `refused`: an HTTP error status. `denied`: the server answered with a protocol error, whose
 * number is `code`. `unreadable`: the response violates the protocol. `unanswered`: the call timed
 * out or was cancelled.
 */
export class McpFailure extends PublicError {
  override readonly name = 'McpFailure'
  readonly kind: 'refused' | 'denied' | 'unreadable' | 'unanswered'
  readonly status: number | undefined
  readonly code: number | undefined
  /** The additional data of a protocol error. */
  readonly details: unknown
  /**
   * The `www-authenticate` header of a refusal, which points to the server's authorization
   * metadata.
   */
  readonly challenge: string | undefined
  /** Whether the response was too large to be parsed. */
  readonly unparsed: Unparsed | undefined

  constructor(
    kind: McpFailure['kind'],
    message: string,
    more: {
      status?: number
      code?: number
      details?: unknown
      challenge?: string | undefined
      unparsed?: Unparsed
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.status = more.status
    this.code = more.code
    this.details = more.details
    this.challenge = more.challenge
    this.unparsed = more.unparsed
  }
}
