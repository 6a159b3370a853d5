import type { Egress } from './egress.ts'
import type { Outbound, OutboundSend } from './outbound.ts'

/** Binds `send` to one egress. */
export const sendFor =
  (outbound: Pick<Outbound, 'send'>, egress: Egress): OutboundSend =>
  (request) =>
    outbound.send({ ...request, egress })
