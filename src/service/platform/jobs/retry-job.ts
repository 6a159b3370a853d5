/**
 * Thrown by work that chooses its own next attempt, without a limit on attempts: for backoff that
 * depends on the result of an attempt.
 */
export class RetryJob extends Error {
  override name = 'RetryJob'
  readonly delayMs: number

  constructor(message: string, delayMs: number, options?: ErrorOptions) {
    super(message, options)
    this.delayMs = delayMs
  }
}
