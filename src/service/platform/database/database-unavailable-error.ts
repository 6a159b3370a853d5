/** Why a statement failed that may succeed if it is retried. */
type UnavailableReason = 'away' | 'busy' | 'full'

/**
 * The statement may succeed if it is retried: the database could not be reached or the connection
 * was lost, a time limit was exceeded, or the disk is full.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  readonly reason: UnavailableReason

  constructor(
    message: string,
    { reason = 'away', cause }: { reason?: UnavailableReason; cause: unknown },
  ) {
    super(message, { cause })
    this.reason = reason
  }
}
