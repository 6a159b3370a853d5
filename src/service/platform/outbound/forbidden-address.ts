/** What the look-up answers instead of addresses when the rules forbid one of them. The call turns it into its `OutboundError`. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  readonly range: string

  constructor(range: string) {
    super(`The name leads to an address that is not public (${range})`)
    this.range = range
  }
}
