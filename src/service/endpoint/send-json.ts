import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Answers JSON and says how long it is, by which small answers are left uncompressed. */
export const sendJson = (context: Context, status: number, body: unknown): Response => {
  const text = JSON.stringify(body)
  return context.body(text, status as ContentfulStatusCode, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
  })
}
