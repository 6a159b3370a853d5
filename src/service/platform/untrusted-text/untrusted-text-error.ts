import { PublicError } from '../public-error.ts'

/**
 * Why a text was not parsed. The message completes a sentence whose subject is the text, and quotes
 * nothing of it.
 *
 * `syntax`: it is not valid. `too_large`: it has more values, or more levels, than its limits
 * allow. `too_slow`: parsing took too much time or memory.
 */
export class UntrustedTextError extends PublicError {
  override readonly name = 'UntrustedTextError'
  readonly kind: 'syntax' | 'too_large' | 'too_slow'

  constructor(kind: UntrustedTextError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
