/**
 * The trace that a call belongs to, as its caller said it (W3C Trace Context and Baggage). Handed
 * along with the call, never kept.
 */
export type TraceContext = { traceparent?: string; tracestate?: string; baggage?: string }

export type TraceField = keyof TraceContext

/**
 * What of a trace is sound, each field by its name; `undefined` when nothing is.
 *
 * It goes on to third parties, so what is malformed or too long is left out as if it had not come.
 *
 * @example
 * const trace = readTraceContext((name) => request.headers.get(name))
 */
export const readTraceContext = (
  read: (field: TraceField) => unknown,
): TraceContext | undefined => {
  const traceparent = readField(read('traceparent'), isTraceparent)
  // Without the trace itself its state says nothing.
  const tracestate =
    traceparent === undefined ? undefined : readField(read('tracestate'), isTracestate)
  const baggage = readField(read('baggage'), isBaggage)
  if (traceparent === undefined && baggage === undefined) return undefined
  return {
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
    ...(baggage !== undefined && { baggage }),
  }
}

const readField = (value: unknown, isSound: (text: string) => boolean): string | undefined =>
  typeof value === 'string' && isSound(value) ? value : undefined

const idsOfTrace = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

/** Versions after this one may say more at the end; nobody has to understand that. */
const isTraceparent = (text: string): boolean => {
  const [, version, trace = '', parent = ''] = idsOfTrace.exec(text) ?? []
  return version !== undefined && version !== 'ff' && /[^0]/.test(trace) && /[^0]/.test(parent)
}

const stateMember =
  /^(?:[a-z][a-z0-9_\-*/]{0,255}|[a-z0-9][a-z0-9_\-*/]{0,240}@[a-z][a-z0-9_\-*/]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

const isTracestate = (text: string): boolean =>
  isList(text, { longest: 512, most: 32, isMember: (member) => stateMember.test(member) })

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const pair = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*=[ \t]*[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/

const isBaggage = (text: string): boolean =>
  isList(text, { longest: 8192, most: 64, isMember: isBaggageMember })

/** A key with its value, and what is said of it. */
const isBaggageMember = (member: string): boolean => {
  const [first = '', ...properties] = member.split(';').map((part) => part.trim())
  return (
    pair.test(first) && properties.every((property) => token.test(property) || pair.test(property))
  )
}

/** Members between commas, of characters that a header may hold. */
const isList = (
  text: string,
  {
    longest,
    most,
    isMember,
  }: { longest: number; most: number; isMember: (member: string) => boolean },
): boolean => {
  if (text.length > longest || /[^\t\x20-\x7e]/.test(text)) return false
  const members = text.split(',').map((member) => member.trim())
  return members.length <= most && members.every(isMember)
}
