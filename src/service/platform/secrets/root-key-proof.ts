import { createHmac } from 'node:crypto'
import { parseKeyRing } from './parse-key-ring.ts'
import { safeEqual } from './safe-equal.ts'

/**
 * Proves to somebody with the same key ring that one has a root key, without sending it: an HMAC of
 * a text under a key that is derived for one purpose. The text has to hold what makes the proof good
 * for one use.
 *
 * @example
 * proveRootKey(ring, 'console link', JSON.stringify({ nonce, url }))
 */
export const proveRootKey = (ring: string, purpose: string, text: string): string =>
  hmac(parseKeyRing(ring).current.key, purpose, text)

/** Whether a proof was made with any root key of the ring: nodes may be in the middle of a rotation. */
export const isRootKeyProof = (
  ring: string,
  purpose: string,
  text: string,
  proof: string,
): boolean =>
  [...parseKeyRing(ring).byVersion.values()].some(({ key }) =>
    safeEqual(hmac(key, purpose, text), proof),
  )

const hmac = (key: Parameters<typeof createHmac>[1], purpose: string, text: string): string => {
  // The root key itself only wraps data keys.
  const derived = createHmac('sha256', key).update(`proof v1 ${purpose}`).digest()
  return createHmac('sha256', derived).update(text).digest('base64url')
}
