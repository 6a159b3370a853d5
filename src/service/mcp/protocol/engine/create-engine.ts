import { classifyInboundRequest, createMcpHandler, type Server } from '@modelcontextprotocol/server'
import { createSubscriptions } from './create-subscriptions.ts'
import type { Exchange } from './exchange.ts'
import { createInFlight } from './in-flight.ts'
import { readVersionedRequest } from './read-versioned-request.ts'
import { rejectMismatchedHeaders } from './reject-mismatched-headers.ts'
import { serveCall } from './serve-call.ts'
import { serveHandshake } from './serve-handshake.ts'
import { standardHeaders } from './standard-headers.ts'

export type Engine = { serve(exchange: Exchange): Promise<Response> }

export type EngineParts = {
  onError: (error: unknown) => void
  /** Aborts when the service stops, which ends streamed responses. */
  closing: AbortSignal
  /** How often lists are checked for subscribers. */
  lookEveryMs: number
}

const maximumSubscriptions = { perOwner: 100, total: 1000 }

/**
 * Serves both eras of the Model Context Protocol on one address, without state between requests:
 * 2026-07-28, where each request is self-contained, and the revisions that begin with a handshake.
 */
export const createEngine = ({ onError, closing, lookEveryMs }: EngineParts): Engine => {
  const inFlight = createInFlight()
  const exchanges = new WeakMap<Request, Exchange>()
  const serveSubscription = createSubscriptions({
    closing,
    onError,
    lookEveryMs,
    maximum: maximumSubscriptions,
  })

  const createServer = ({ requestInfo }: { requestInfo?: Request }): Server => {
    const exchange = requestInfo && exchanges.get(requestInfo)
    if (!exchange) throw new Error('A request did not come through serve')
    const { requestId, readTrace, offer } = exchange
    return offer.createServer({ requestId, readTrace, opensPages: false, canListen: true })
  }
  const handler = createMcpHandler(createServer, { legacy: 'reject', onerror: onError })

  return {
    serve: async (exchange) => {
      const { request, body } = exchange
      // The library classifies the request again; only requests that may be of the older era need
      // that.
      const question = readVersionedRequest(body)
      if (
        !question &&
        classifyInboundRequest({ httpMethod: request.method, body, ...standardHeaders(request) })
          .kind === 'legacy'
      )
        return serveHandshake(inFlight, exchange)
      if (question?.method === 'subscriptions/listen')
        return serveSubscription(exchange, question.id)
      if (question?.method === 'tools/call') {
        const answer =
          (await rejectMismatchedHeaders(exchange, question)) ??
          (await serveCall(exchange, question))
        if (answer) return answer
      }
      exchanges.set(request, exchange)
      return handler.fetch(request, { parsedBody: body })
    },
  }
}
