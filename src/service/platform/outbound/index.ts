export type { Resolve } from './guarded-lookup.ts'
export { createOutbound } from './create-outbound.ts'
export type { OutboundOptions } from './create-outbound.ts'
export { isStreamed, type OutboundBody, type StreamedBody } from './outbound-body.ts'
export type {
  Outbound,
  OutboundProxy,
  OutboundRequest,
  OutboundResponse,
  OutboundSend,
} from './outbound.ts'
export { egressSetting } from './egress.ts'
export type { Egress, EgressPurpose } from './egress.ts'
export { OutboundError } from './outbound-error.ts'
export type { OutboundErrorKind } from './outbound-error.ts'
export { parseAllowEntry } from './parse-allow-entry.ts'
export { recordOutbound } from './recording/record-outbound.ts'
export type { RecordingOptions, Tape } from './recording/tape.ts'
export { sendFor } from './send-for.ts'
export { trustedCertificates } from './trusted-certificates.ts'
export { watchOutbound } from './watch-outbound.ts'
