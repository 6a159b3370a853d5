import type { TraceContext } from '../platform/trace-context.ts'

/**
 * Propagates the trace to the third party, unless the request has trace headers already. Redirects
 * to another server do not carry the baggage.
 */
export const withTrace = <Request extends { headers: Record<string, string> }>(
  request: Request,
  trace: TraceContext | undefined,
): Request & { sensitiveHeaders?: string[] } =>
  trace
    ? {
        ...request,
        headers: { ...trace, ...request.headers },
        ...(trace.baggage !== undefined && { sensitiveHeaders: ['baggage'] }),
      }
    : request
