import { STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { createId } from '../platform/ids.ts'
import { ServiceError } from '../service-error.ts'
import { toErrorResponse } from '../endpoint/index.ts'

/**
 * Sends the envelope also for requests that never reach the application (invalid HTTP, oversized
 * headers, CONNECT).
 */
export const respondToMalformedRequests = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A second response would corrupt one that has started.
    if (error.code === 'ECONNRESET' || !socket.writable || hasAnswerBegun(socket))
      return void socket.destroy()
    writeAnswer(
      socket,
      new ServiceError('invalid_request', describe(error.code), {
        suggestedFix: 'Send an HTTP/1.1 request; the API is described at /api/v3/openapi.json',
      }),
    )
  })
  server.on('connect', (_request, socket) =>
    writeAnswer(
      socket,
      new ServiceError(
        'method_not_allowed',
        'The service is not a proxy: it does not support CONNECT',
        {
          suggestedFix: 'Send the request itself',
        },
      ),
    ),
  )
  // Expectations other than 100-continue are ignored, as the standard allows.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

/** The response to a request whose path or Host header is no valid URL. */
export const rejectInvalidUrl = (thrown: unknown): Response => {
  const isRefused = thrown instanceof Error && thrown.name === 'RequestError'
  const { status, body } = toErrorResponse(isRefused ? unusable(thrown) : thrown, createId('req_'))
  return Response.json(body, { status, headers: { 'x-request-id': body.error.request_id ?? '' } })
}

const unusable = (cause: Error): ServiceError =>
  new ServiceError(
    'invalid_request',
    'The address or the Host header of the request cannot be used',
    {
      suggestedFix:
        'Send a path that begins with "/" and a Host header with a host name and at most a port',
      cause,
    },
  )

const describe = (code: string | undefined): string => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return 'The address and headers of the request are larger than 16 KiB'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request did not arrive in time'
  return 'This is not an HTTP request'
}

const hasAnswerBegun = (socket: Duplex): boolean => {
  const { _httpMessage: message } = socket as Duplex & {
    _httpMessage?: { headersSent: boolean } | null
  }
  return message?.headersSent === true
}

const writeAnswer = (socket: Duplex, error: ServiceError): void => {
  const requestId = createId('req_')
  const { status, body } = toErrorResponse(error, requestId)
  const text = JSON.stringify(body)
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.on('error', () => {})
  socket.end(
    [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...headers, '', text].join('\r\n'),
  )
  // Closing the connection while data arrives would reset it and lose the response.
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}
