import { PublicError } from '../public-error.ts'

/** An entry of the allow list that cannot be parsed. */
export class AllowEntryError extends PublicError {
  override readonly name = 'AllowEntryError'

  constructor(entry: string, problem: string, options?: ErrorOptions) {
    super(`The entry "${entry}" ${problem}`, options)
  }
}
