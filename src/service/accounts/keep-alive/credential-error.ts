import { PublicError } from '../../platform/public-error.ts'

/**
 * Why an account has no credential that a request could be sent with. The message is for whoever
 * made the call.
 *
 * `lost`: its user must connect the account again. `unavailable`: a later call may succeed.
 * `misconfigured`: the auth config must be mended.
 */
export class CredentialError extends PublicError {
  override name = 'CredentialError'
  readonly kind: 'lost' | 'unavailable' | 'misconfigured'

  constructor(kind: CredentialError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
