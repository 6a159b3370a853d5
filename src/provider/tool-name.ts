const fit = /^[a-zA-Z0-9_-]{1,64}$/
const shortened = /-[0-9a-f]{16}$/

/**
 * A name that every model provider accepts for a slug: the slug itself where it fits, else its fitting characters and a digest of all of it.
 *
 * A slug that merely looks shortened gets a digest too, so no two slugs share a name.
 */
export const toToolName = (slug: string): string =>
  fit.test(slug) && !shortened.test(slug) ? slug : `${slug.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 47)}-${digest(slug)}`

/** 64-bit FNV-1a: synchronous everywhere, and a name needs to be different, not secret. */
const digest = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
