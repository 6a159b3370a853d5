/** Why a statement failed that may succeed if it is retried. */
type UnavailableReason = 'away' | 'busy' | 'full'

const suggestedFixes: Record<UnavailableReason, string> = {
  away: 'Check that the server of DATABASE_URL runs and lets this user in to this database',
  busy: 'Try again; if it happens again, see what holds locks or takes long in the database',
  full: 'Make room on the disk of the database',
}

/**
 * The statement may succeed if it is retried: the database could not be reached or the connection
 * was lost, a time limit was exceeded, or the disk is full.
 */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
  readonly reason: UnavailableReason
  /** For whoever runs the database. */
  readonly suggestedFix: string

  constructor(
    message: string,
    { reason = 'away', cause }: { reason?: UnavailableReason; cause: unknown },
  ) {
    super(message, { cause })
    this.reason = reason
    this.suggestedFix = suggestedFixes[reason]
  }
}
