import type { Egress } from './egress.ts'
import type { Outbound, OutboundSend } from './outbound.ts'

/** `send` for callees that make requests of one egress and need not know which. */
export const sendFor =
  (outbound: Pick<Outbound, 'send'>, egress: Egress): OutboundSend =>
  (request) =>
    outbound.send({ ...request, egress })
