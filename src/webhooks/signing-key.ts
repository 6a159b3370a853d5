import { PlugboardError } from '../client/plugboard-error.ts'

/**
 * Imports the key of a subscription's secret: `whsec_` and base64. Error messages identify the
 * secret but do not contain it.
 */
export const importSigningKey = (
  secret: unknown,
  place: string,
  use: 'sign' | 'verify',
): Promise<CryptoKey> => {
  const bytes = typeof secret === 'string' ? decode(secret) : undefined
  if (!bytes) {
    throw new PlugboardError('misconfigured', `${place} is not set, or is not a webhook secret`, {
      suggestedFix:
        'Pass the secret that was returned when the webhook subscription was created or rotated: whsec_ and base64',
    })
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

const decode = (secret: string): Uint8Array<ArrayBuffer> | undefined => {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret.trim())?.[1]
  return base64 === undefined ? undefined : fromBase64(base64)
}

/** Returns undefined if the text is not base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
