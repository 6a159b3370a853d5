import type { Context } from 'hono'
import type { BrowserFile } from '../platform/browser-files.ts'

/** Sends a file to a browser: compressed where it takes that, and not again while it has it. */
export const sendFile = (
  context: Context,
  file: BrowserFile,
  headers: Record<string, string>,
): Response => {
  const accepts = /\bgzip\b/.test(context.req.header('accept-encoding') ?? '')
  const gzipped = accepts ? file.gzipped : undefined
  const etag = `"${file.etag}${gzipped ? '-gzip' : ''}"`
  const all = { ...headers, etag, vary: 'accept-encoding' }
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, all)
  return context.body(gzipped ?? file.body, 200, {
    ...all,
    'content-type': file.contentType,
    ...(gzipped && { 'content-encoding': 'gzip' }),
  })
}
