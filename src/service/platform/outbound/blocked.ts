import { OutboundError } from './outbound-error.ts'

/** The error for a host that the address rules forbid. It tells the range, not the address a name resolved to: that is the operator's network. */
export const blocked = (host: string, range: string): OutboundError =>
  new OutboundError('blocked', host, `not called, because it leads to an address that is not public (${range}); the operator can allow it by host:port or CIDR`)
