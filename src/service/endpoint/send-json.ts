import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Sends JSON with its length, which the compression needs to skip small responses. */
export const sendJson = (context: Context, status: number, body: unknown): Response => {
  const text = JSON.stringify(body)
  return context.body(text, status as ContentfulStatusCode, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  })
}
