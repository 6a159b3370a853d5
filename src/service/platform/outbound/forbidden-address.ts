/**
 * What the look-up answers instead of addresses when the rules forbid one of them. The call turns
 * it into its `OutboundError`.
 */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly range: string
  /** The proxy that has the name, where it is not the target's. */
  readonly proxy: URL | undefined

  constructor(range: string, proxy?: URL) {
    super(`The name leads to an address that is not allowed (${range})`)
    this.range = range
    this.proxy = proxy
  }
}
