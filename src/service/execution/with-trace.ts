import type { TraceContext } from '../platform/trace-context.ts'

/**
 * A request that tells its third party the trace it belongs to, unless it has such headers of its
 * own. Baggage stays with the server that was meant.
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
