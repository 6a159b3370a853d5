import { PublicError } from '../public-error.ts'

/**
 * Encryption or decryption failed. The message names the key version, record or field, never a
 * value.
 */
export class SecretsError extends PublicError {
  override readonly name = 'SecretsError'
  /** The version of the root key, when it is missing from the ring. */
  readonly missingRootKey: string | undefined

  constructor(
    message: string,
    { cause, missingRootKey }: { cause?: unknown; missingRootKey?: string } = {},
  ) {
    super(message, { cause })
    this.missingRootKey = missingRootKey
  }
}
