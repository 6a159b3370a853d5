import type { ErrorSlug } from '../contract/errors.ts'

/**
 * What can go wrong before the service answers, or because its answer is none of the interface's.
 */
export type ClientErrorSlug =
  | 'misconfigured'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'redirected'
  | 'unexpected_answer'
  | 'search_failed'
  | 'connection_failed'
  | WebhookErrorSlug

/** Why a delivery that claims to come from the service is not trusted. */
type WebhookErrorSlug =
  | 'webhook_header'
  | 'webhook_timestamp'
  | 'webhook_signature'
  | 'webhook_body'

export type PlugboardErrorSlug = ErrorSlug | ClientErrorSlug

/** What is known of an error; absent where the service did not say. */
export type PlugboardErrorDetails = {
  status?: number | undefined
  code?: number | undefined
  requestId?: string | undefined
  suggestedFix?: string | undefined
  errors?: readonly string[] | undefined
  cause?: unknown
}

/**
 * Every failure that the toolkit throws, told apart by its `slug`.
 *
 * The slugs of the service are those of its error table; the toolkit adds its own for what happens
 * on the way (`network`, `timeout`, `aborted`, …). A slug that a newer service invented arrives as
 * it is. No message ever holds a key.
 *
 * @example
 * try {
 *   await plugboard.useSession('trs_unknown')
 * } catch (error) {
 *   if (error instanceof PlugboardError && error.slug === 'not_found') console.log(error.suggestedFix)
 *   else throw error
 * }
 */
export class PlugboardError extends Error {
  override readonly name = 'PlugboardError'
  readonly slug: PlugboardErrorSlug | (string & {})
  /** HTTP status of the answer; absent where none came. */
  readonly status: number | undefined
  /** Stable number of the slug, as the service gave it. */
  readonly code: number | undefined
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined
  /** The next step, in words. */
  readonly suggestedFix: string | undefined
  /** Each issue of an invalid request with its path. */
  readonly errors: readonly string[]

  constructor(
    slug: PlugboardErrorSlug | (string & {}),
    message: string,
    details: PlugboardErrorDetails = {},
  ) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.slug = slug
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.suggestedFix = details.suggestedFix
    this.errors = details.errors ?? []
  }
}
