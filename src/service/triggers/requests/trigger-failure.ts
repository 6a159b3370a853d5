import { PublicError } from '../../platform/public-error.ts'

/** Why a request of a trigger failed. The message is for the user who set the trigger up. */
export class TriggerFailure extends PublicError {
  override name = 'TriggerFailure'
  /**
   * `account`: it continues when the account works again. `now`: a later attempt may succeed.
   * `never`: no attempt would.
   */
  readonly kind: 'account' | 'now' | 'never'
  /** The delay that the API asks for, if it does. */
  readonly retryAfterMs: number | undefined
  /** The API has no such resource (any more). */
  readonly isMissing: boolean

  constructor(
    kind: TriggerFailure['kind'],
    message: string,
    options: ErrorOptions & { retryAfterMs?: number | undefined; isMissing?: boolean } = {},
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterMs = options.retryAfterMs
    this.isMissing = options.isMissing ?? false
  }
}
