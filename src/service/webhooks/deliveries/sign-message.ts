import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'

const keys = new LRUCache<string, KeyObject>({ max: 1_000 })

/**
 * The headers of Standard Webhooks for a body; each secret adds a signature, so that receivers can
 * change over from one to the next.
 */
export const signMessage = (
  id: string,
  at: Date,
  body: string,
  secrets: string[],
): Record<string, string> => {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

/** To make a key of a secret takes longer than to sign a message with it. */
const keyOf = (secret: string): KeyObject => {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(secret.slice('whsec_'.length), 'base64')
  keys.set(secret, key)
  return key
}
