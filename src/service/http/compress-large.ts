import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { Environment } from '../endpoint/index.ts'

const threshold = 16 * 1024

const compressJson = compress({
  encoding: 'gzip',
  threshold,
  contentTypeFilter: /^application\/json/,
})

/**
 * Compresses JSON above 16 KiB with gzip for clients that accept it; zlib runs in a separate
 * thread.
 *
 * Sizes of compressed responses can reveal a secret to an attacker who makes a victim's browser
 * send guesses (BREACH). That is impossible for the API, whose keys are headers and never cookies,
 * so API responses are compressed and pages are not.
 */
export const compressLarge: MiddlewareHandler<Environment> = async (context, next) => {
  await next()
  // Nearly every answer is small, and reading its headers would make `Headers` of them.
  const sent = context.get('sent')
  if (sent?.response === context.res && sent.bytes < threshold) return
  await compressJson(context, async () => {})
}
