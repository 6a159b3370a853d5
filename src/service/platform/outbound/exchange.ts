import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { toBlockedError } from './to-blocked-error.ts'
import type { Egress } from './egress.ts'
import { ForbiddenAddress } from './forbidden-address.ts'
import { isStreamed, type OutboundBody } from './outbound-body.ts'
import { OutboundError } from './outbound-error.ts'
import type { Deadline } from './start-deadline.ts'
import { toOutboundError } from './to-outbound-error.ts'

/** One request to one server; a redirect starts the next one. Header names are in lower case. */
export type Hop = {
  egress: Egress
  url: URL
  method: string
  headers: Record<string, string>
  body?: OutboundBody
  /** The address holds a credential. */
  hasCredentialInUrl: boolean
  /** The body holds a credential. */
  hasCredentialInBody?: boolean
}

export type RawResponse = { status: number; headers: Record<string, string>; body: Uint8Array }

export type SizeLimits = { maxBytes: number; takeBytes?: ((bytes: number) => boolean) | undefined }

/**
 * Sends one request and reads its undecoded response. Ending early, for any reason, closes the
 * socket.
 */
export const exchange = (
  dispatcher: Dispatcher,
  hop: Hop,
  { maxBytes, takeBytes }: SizeLimits,
  deadline: Deadline,
): Promise<RawResponse> => {
  const { url, method } = hop
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let failure: OutboundError | undefined
    let status = 0
    let received: Record<string, string> = {}
    let size = 0
    const chunks: Buffer[] = []

    const fail = (error: OutboundError) => {
      failure ??= error
      reject(failure)
      controller?.abort(failure)
    }
    const tooLarge = () =>
      fail(new OutboundError('too_large', url.host, `the answer is larger than ${maxBytes} bytes`))

    deadline.onEnd(fail)
    if (failure) return
    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method, ...content(hop) },
      {
        onRequestStart(started) {
          controller = started
          // The call ended while waiting for a connection.
          if (failure) started.abort(failure)
        },
        onResponseStart(_controller, statusCode, responseHeaders) {
          deadline.heard()
          // Also called for a 1xx; the final response replaces everything.
          status = statusCode
          received = joined(responseHeaders)
          if (method !== 'HEAD' && Number(received['content-length']) > maxBytes) tooLarge()
        },
        onResponseData(_controller, chunk) {
          deadline.heard()
          size += chunk.length
          if (size > maxBytes) tooLarge()
          else if (takeBytes && !takeBytes(chunk.length)) fail(toMemoryError(url.host))
          else chunks.push(chunk)
        },
        onResponseEnd() {
          resolve({
            status,
            headers: received,
            body: chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size),
          })
        },
        onResponseError(_controller, error) {
          fail(
            error instanceof ForbiddenAddress
              ? toBlockedError(error.proxy ?? url, error.range, hop.egress)
              : toOutboundError(url.host, error),
          )
        },
      },
    )
  })
}

/** undici does not know the length of a stream, and many servers require one. */
const content = ({ headers, body }: Hop): Pick<Dispatcher.DispatchOptions, 'headers' | 'body'> =>
  isStreamed(body)
    ? {
        headers: { ...headers, 'content-length': String(body.size) },
        body: Readable.from(body.read()),
      }
    : { headers, body }

/** The limit is shared by all calls, so it says nothing about this response. */
export const toMemoryError = (host: string): OutboundError =>
  new OutboundError(
    'too_large',
    host,
    'this service is processing too many bytes of requests and answers to read the answer',
  )

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> => {
  const result: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) result[name] = typeof value === 'string' ? value : value.join(', ')
  }
  return result
}
