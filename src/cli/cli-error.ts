/** An error that the user can fix. */
export class CliError extends Error {
  override name = 'CliError'
  readonly suggestedFix: string | undefined

  constructor(message: string, options: { suggestedFix?: string; cause?: unknown } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.suggestedFix = options.suggestedFix
  }
}
