import { PublicError } from '../../platform/public-error.ts'

/** Why a request of a trigger failed. The message is for the user who set the trigger up. */
export class TriggerFailure extends PublicError {
  override name = 'TriggerFailure'
  /**
   * `account`: it goes on when the account works again. `now`: a later try may succeed. `never`: no
   * try would.
   */
  readonly kind: 'account' | 'now' | 'never'
  /** When the third party wants to be asked again, if it says so. */
  readonly retryAfterMs: number | undefined
  /** The third party has no such thing (any more). */
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
