/**
 * The error with which the DNS lookup fails when the rules forbid an address. The call converts it
 * to an `OutboundError`.
 */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly range: string
  /** The proxy, when the name is the proxy's and not the target's. */
  readonly proxy: URL | undefined

  constructor(range: string, proxy?: URL) {
    super(`The name resolves to an address that is not allowed (${range})`)
    this.range = range
    this.proxy = proxy
  }
}
