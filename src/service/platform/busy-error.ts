import { PublicError } from './public-error.ts'

/**
 * There was no room for this piece of work: nothing of it was done, and it may be asked for again
 * in some seconds.
 */
export class BusyError extends PublicError {
  override name = 'BusyError'
  readonly retryAfterSeconds = 5

  /** Whose room is taken: that of the one who asked, or that of all. */
  readonly full: 'owner' | 'service'

  /** `work`: what it is, in the plural. */
  constructor(work: string, full: BusyError['full'] = 'owner') {
    super(`Too many ${work} are under way already`)
    this.full = full
  }
}
