/** Why a statement could not be carried out that may be in a moment. */
export type UnavailableReason = 'away' | 'busy' | 'full'

/**
 * What was asked of the database may work in a moment: it could not be reached or went away in the
 * middle of a statement, a statement took longer than it may, or there is no room to write.
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
