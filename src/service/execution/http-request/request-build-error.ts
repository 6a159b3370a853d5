import { PublicError } from '../../platform/public-error.ts'

/** Arguments that can't become a request; the caller can repair the one that is named. */
export class RequestBuildError extends PublicError {
  override name = 'RequestBuildError'
  /** The argument, or the server variable, that is wrong. */
  readonly argument: string

  constructor(argument: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.argument = argument
  }
}
