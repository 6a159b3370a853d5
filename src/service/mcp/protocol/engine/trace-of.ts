import { readTraceContext, type TraceContext } from '../../../platform/trace-context.ts'
import type { ServerContext } from './exchange.ts'

/** The trace context of the message, otherwise that of its HTTP request. */
export const traceOf = (
  meta: Record<string, unknown> | undefined,
  { readTrace }: Pick<ServerContext, 'readTrace'>,
): TraceContext | undefined => {
  const declared = readTraceContext((field) => meta?.[field])
  if (declared?.traceparent !== undefined) return declared
  return declared ? { ...readTrace(), ...declared } : readTrace()
}
