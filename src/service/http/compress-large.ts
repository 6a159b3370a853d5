import { compress } from 'hono/compress'

/**
 * Sends JSON above 16 KiB gzipped to clients that accept it; zlib works on a thread of its own.
 *
 * Sizes of compressed answers can tell a secret to an attacker who makes a victim send guesses
 * along with it (BREACH). Nobody can make a browser send requests here: keys are headers, never
 * cookies. So only operations of the interface are compressed, not pages.
 */
export const compressLarge = compress({
  encoding: 'gzip',
  threshold: 16 * 1024,
  contentTypeFilter: /^application\/json/,
})
