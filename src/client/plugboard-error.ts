import type { ErrorSlug, OfferedChoice } from '../contract/errors.ts'

/**
 * Errors that occur before the service answers, or because its answer does not match the interface.
 */
export type ClientErrorSlug =
  | 'misconfigured'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'redirected'
  | 'not_modified'
  | 'unexpected_answer'
  | 'search_failed'
  | 'connection_failed'
  | WebhookErrorSlug

/** Reasons why a webhook delivery is not trusted. */
type WebhookErrorSlug =
  | 'webhook_header'
  | 'webhook_timestamp'
  | 'webhook_signature'
  | 'webhook_body'

export type PlugboardErrorSlug = ErrorSlug | ClientErrorSlug

/** Details of an error; absent if the service did not provide them. */
export type PlugboardErrorDetails = {
  status?: number | undefined
  code?: number | undefined
  requestId?: string | undefined
  suggestedFix?: string | undefined
  errors?: readonly string[] | undefined
  choices?: readonly OfferedChoice[] | undefined
  cause?: unknown
}

/**
 * The error class of this package. Check `slug` to identify the cause.
 *
 * Slugs of the service are those of its error table; this package adds some for failures in transit
 * (`network`, `timeout`, `aborted`, …). An unknown slug of a newer service is passed through. No
 * message contains a key.
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
  /** HTTP status of the answer; absent if there was none. */
  readonly status: number | undefined
  /** Stable number of the slug, as returned by the service. */
  readonly code: number | undefined
  /** Id of the request in the service's logs. */
  readonly requestId: string | undefined
  /** Suggested next step. */
  readonly suggestedFix: string | undefined
  /** The issues of an invalid request, each with its path. */
  readonly errors: readonly string[]
  /**
   * What an account to connect could be about, such as sites: send the request again with the values
   * of one in `connection.state.val`. Labels are texts of a third party.
   */
  readonly choices: readonly OfferedChoice[]

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
    this.choices = details.choices ?? []
  }
}
