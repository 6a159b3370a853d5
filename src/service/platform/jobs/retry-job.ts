/**
 * Thrown by work that says itself when it is tried again, however often it was: for schedules that
 * depend on what an attempt brought.
 */
export class RetryJob extends Error {
  override name = 'RetryJob'
  readonly delayMs: number

  constructor(message: string, delayMs: number, options?: ErrorOptions) {
    super(message, options)
    this.delayMs = delayMs
  }
}
