/** There was no room for this piece of work: nothing of it was done, and it may be asked for again in some seconds. */
export class BusyError extends Error {
  override name = 'BusyError'
  readonly retryAfterSeconds = 5

  /** `work`: what it is, in the plural. */
  constructor(work: string) {
    super(`Too many ${work} are under way already`)
  }
}
