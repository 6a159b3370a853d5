import type { Metrics } from '../metrics/index.ts'
import { readTraceContext } from '../trace-context.ts'
import type { Tracing } from '../tracing/index.ts'
import { OutboundError } from './outbound-error.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from './outbound.ts'

/**
 * Wraps an `Outbound` to measure each call and to create a span for a call that belongs to a trace.
 */
export const watchOutbound = (
  outbound: Outbound,
  { metrics, tracing }: { metrics: Metrics; tracing: Tracing },
): Outbound => {
  const observe = metrics.histogram({
    name: 'plugboard_upstream_seconds',
    help: 'Duration of calls to other servers, redirects included, by outcome: the class of the status, or why there was no answer',
    labels: ['outcome'],
  })

  const send = async (request: OutboundRequest): Promise<OutboundResponse> => {
    const started = performance.now()
    const end = (outcome: string) => observe({ outcome }, (performance.now() - started) / 1000)
    try {
      const response = await outbound.send(request)
      end(`${Math.floor(response.status / 100)}xx`)
      return response
    } catch (error) {
      end(error instanceof OutboundError ? error.kind : 'defect')
      throw error
    }
  }

  const sendInSpan = (request: OutboundRequest, method: string): Promise<OutboundResponse> => {
    const parent = readTraceContext((field) => request.headers?.[field])
    if (parent === undefined) return send(request)
    const url = URL.parse(String(request.url))
    const attributes = {
      'http.request.method': method,
      'server.address': url?.hostname,
      'server.port': url ? Number(url.port || (url.protocol === 'https:' ? 443 : 80)) : undefined,
    }
    return tracing.span(method, { kind: 'client', parent, attributes }, async (trace, span) => {
      try {
        const response = await send({ ...request, headers: { ...request.headers, ...trace } })
        span.set({ 'http.response.status_code': response.status })
        if (response.status >= 400) span.fail(String(response.status))
        return response
      } catch (error) {
        if (error instanceof OutboundError) span.fail(error.kind)
        throw error
      }
    })
  }

  return {
    ...outbound,
    send: (request) =>
      tracing.isOff ? send(request) : sendInSpan(request, request.method.toUpperCase()),
  }
}
