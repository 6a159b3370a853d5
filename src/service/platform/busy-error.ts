import { PublicError } from './public-error.ts'

/**
 * There is no capacity for this piece of work: none of it was done, and it can be retried in some
 * seconds.
 */
export class BusyError extends PublicError {
  override name = 'BusyError'
  readonly retryAfterSeconds = 5

  /** Whose capacity is used up: that of the owner, or the total. */
  readonly full: 'owner' | 'service'

  /** `work`: what there is too much of, in the plural. */
  constructor(work: string, full: BusyError['full'] = 'owner') {
    super(`Too many ${work} are already in progress`)
    this.full = full
  }
}
