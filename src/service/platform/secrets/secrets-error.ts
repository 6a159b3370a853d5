import { PublicError } from '../public-error.ts'

/**
 * Something could not be encrypted or decrypted. The message names the key version, record or field
 * concerned, never a value.
 */
export class SecretsError extends PublicError {
  override readonly name = 'SecretsError'
  /** The version of the root key that is not in the ring, where that is what is wrong. */
  readonly missingRootKey: string | undefined

  constructor(
    message: string,
    { cause, missingRootKey }: { cause?: unknown; missingRootKey?: string } = {},
  ) {
    super(message, { cause })
    this.missingRootKey = missingRootKey
  }
}
