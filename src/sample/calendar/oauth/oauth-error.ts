/** An error of RFC 6749: `error` is one of its codes. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly error: string

  constructor(
    error:
      | 'invalid_request'
      | 'invalid_client'
      | 'invalid_grant'
      | 'invalid_scope'
      | 'unsupported_grant_type'
      | 'unsupported_response_type'
      | 'access_denied',
    description: string,
  ) {
    super(description)
    this.error = error
  }
}
