/** An error that the user can fix. */
export class CliError extends Error {
  override name = 'CliError'
  readonly suggestedFix: string | undefined
  readonly errors: readonly string[] | undefined

  constructor(message: string, options: CliErrorDetails = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.suggestedFix = options.suggestedFix
    this.errors = options.errors
  }
}

type CliErrorDetails = {
  suggestedFix?: string | undefined
  errors?: readonly string[] | undefined
  cause?: unknown
}
