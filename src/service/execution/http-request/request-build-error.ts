import { PublicError } from '../../platform/public-error.ts'

/** Arguments that cannot become a request; the caller can correct the named argument. */
export class RequestBuildError extends PublicError {
  override name = 'RequestBuildError'
  /** The argument, or the server variable, that is wrong. */
  readonly argument: string

  constructor(argument: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.argument = argument
  }
}
