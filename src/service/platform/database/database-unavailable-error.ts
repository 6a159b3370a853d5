/** Why a statement failed that may succeed in a moment. */
export type UnavailableReason = 'away' | 'busy' | 'full'

/**
 * The statement may succeed in a moment: the database could not be reached or went away during it, a
 * time limit was exceeded, or the disk is full.
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
