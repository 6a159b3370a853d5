import { decodeStrictly } from './decode.ts'

/** A public key as bytes: a whole SubjectPublicKeyInfo, or the bare key of a curve. */
type PublicKeyBytes = { format: 'spki' | 'raw'; bytes: Uint8Array<ArrayBuffer> }

/** Bare keys of Ed25519, P-256 and P-384. No SubjectPublicKeyInfo has one of these lengths. */
const rawLengths = new Set([32, 65, 97])

/**
 * Reads a public key from PEM, with or without its line breaks, from base64 or hex of its DER, or
 * from its bare bytes in hex or base64. Undefined for anything else.
 */
export const readPublicKey = (text: string): PublicKeyBytes | undefined => {
  // One line in a form or an environment variable keeps line breaks as `\n`.
  const lines = text.replaceAll(String.raw`\n`, '\n').trim()
  const [, content] = /^-----BEGIN PUBLIC KEY-----(.*?)-----END PUBLIC KEY-----$/s.exec(lines) ?? []
  const plain = (content ?? lines).replaceAll(/\s/g, '')
  const bytes =
    (content === undefined ? decodeStrictly(plain, 'hex') : undefined) ??
    decodeStrictly(plain, 'base64') ??
    decodeStrictly(plain, 'base64url')
  if (!bytes) return undefined
  return { format: rawLengths.has(bytes.byteLength) ? 'raw' : 'spki', bytes }
}
