/**
 * The trace context of a call, as its caller sent it (W3C Trace Context and Baggage). Passed along
 * with the call; only the id of a trace is stored, in the log of calls.
 *
 * The W3C propagators of `@opentelemetry/core` are not used: they are 11 MB in two packages that
 * are not needed without an SDK, and they rewrite the fields (version 00, members dropped, baggage
 * escaped), which must be passed on as sent, or not at all.
 */
export type TraceContext = { traceparent?: string; tracestate?: string; baggage?: string }

type TraceField = keyof TraceContext

/**
 * The valid fields of a trace by name; `undefined` if none is valid.
 *
 * They are sent to third parties, so a malformed or oversized field is omitted.
 *
 * @example
 * const trace = readTraceContext((name) => request.headers.get(name))
 */
export const readTraceContext = (
  read: (field: TraceField) => unknown,
): TraceContext | undefined => {
  const traceparent = readField(read('traceparent'), isTraceparent)
  // The state is meaningless without its trace.
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

const readField = (value: unknown, isValid: (text: string) => boolean): string | undefined =>
  typeof value === 'string' && isValid(value) ? value : undefined

const idsOfTrace = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/

/** Later versions may append fields, which receivers may ignore. */
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

/** A key with its value and properties. */
const isBaggageMember = (member: string): boolean => {
  const [first = '', ...properties] = member.split(';').map((part) => part.trim())
  return (
    pair.test(first) && properties.every((property) => token.test(property) || pair.test(property))
  )
}

/** A comma-separated list of characters that are valid in a header. */
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

/** The id of a trace, by which people find it. */
export const traceIdOf = (trace: TraceContext | undefined): string | null =>
  idsOfTrace.exec(trace?.traceparent ?? '')?.[2] ?? null
