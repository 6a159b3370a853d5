import { PlugboardError } from '../client/plugboard-error.ts'
import type { WebhookRequest } from './webhook-request.ts'

/** Returns the original bytes of the body: only these can be verified. */
export const readBody = async (
  request: WebhookRequest,
  maximumBytes: number,
): Promise<Uint8Array> => {
  const given = toBytes('rawBody' in request ? request.rawBody : undefined) ?? toBytes(request.body)
  if (given) return given
  if ('bodyUsed' in request && request.bodyUsed) throw consumed()
  if (request.body instanceof ReadableStream) return collect(readStream(request.body), maximumBytes)
  if (request.body !== undefined && request.body !== null) {
    throw new PlugboardError(
      'webhook_body',
      'The body was parsed before it could be verified, so its original bytes are lost',
      {
        suggestedFix:
          "Keep the raw body, in Express with express.raw({ type: 'application/json' }) for this route, or pass {headers, body} with the raw body",
      },
    )
  }
  if (Symbol.asyncIterator in request && request.readableEnded !== true)
    return collect(request, maximumBytes)
  throw consumed()
}

const toBytes = (body: unknown): Uint8Array | undefined =>
  typeof body === 'string'
    ? new TextEncoder().encode(body)
    : body instanceof Uint8Array
      ? body
      : undefined

const consumed = () =>
  new PlugboardError('webhook_body', 'The request has no body, or it was already read', {
    suggestedFix:
      'Verify the request before anything else reads it, or pass {headers, body} with the raw body',
  })

const readStream = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (body.locked) throw consumed()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}

const collect = async (
  chunks: AsyncIterable<Uint8Array | string>,
  maximumBytes: number,
): Promise<Uint8Array> => {
  const collected: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    length += bytes.length
    if (length > maximumBytes)
      throw new PlugboardError('webhook_body', `The body is larger than ${maximumBytes} bytes`, {
        suggestedFix: 'Increase maximumBytes if your triggers deliver that much',
      })
    collected.push(bytes)
  }
  const body = new Uint8Array(length)
  let offset = 0
  for (const bytes of collected) {
    body.set(bytes, offset)
    offset += bytes.length
  }
  return body
}
