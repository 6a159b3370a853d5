/** An error that the user can fix. */
export class CliError extends Error {
  override name = 'CliError'
  readonly suggestedFix: string | undefined
  readonly errors: readonly string[] | undefined
  readonly exitCode: number

  constructor(message: string, options: CliErrorDetails = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.suggestedFix = options.suggestedFix
    this.errors = options.errors
    this.exitCode = options.exitCode ?? 1
  }
}

type CliErrorDetails = {
  suggestedFix?: string | undefined
  errors?: readonly string[] | undefined
  /** Default: 1 */
  exitCode?: number
  cause?: unknown
}
