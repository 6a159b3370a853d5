import { compress } from 'hono/compress'

/**
 * Compresses JSON above 16 KiB with gzip for clients that accept it; zlib runs in a separate
 * thread.
 *
 * Sizes of compressed responses can reveal a secret to an attacker who makes a victim's browser
 * send guesses (BREACH). That is impossible for the API, whose keys are headers and never cookies,
 * so API responses are compressed and pages are not.
 */
export const compressLarge = compress({
  encoding: 'gzip',
  threshold: 16 * 1024,
  contentTypeFilter: /^application\/json/,
})
