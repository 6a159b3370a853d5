import { PublicError } from '../public-error.ts'
import type { UntrustedTextError } from '../untrusted-text/index.ts'

type Unparsed = { body: Uint8Array; reason: UntrustedTextError }

/**
 * Why an MCP server gave no result. The message may be shown: what the server wrote is shortened
 * and has no control characters.
 *
 * `refused`: an HTTP status says no. `denied`: the server answered with an error of the protocol,
 * whose number is `code`. `unreadable`: the answer is none of the protocol. `unanswered`: time ran
 * out, or the call was cancelled.
 */
export class McpFailure extends PublicError {
  override readonly name = 'McpFailure'
  readonly kind: 'refused' | 'denied' | 'unreadable' | 'unanswered'
  readonly status: number | undefined
  readonly code: number | undefined
  /** What an error of the protocol carries besides its message. */
  readonly details: unknown
  /** `www-authenticate` of a refusal: where the server's authorization is described. */
  readonly challenge: string | undefined
  /** An answer that was too large to be parsed. */
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
