import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { randomNonce } from './random-nonce.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts with AES-256-GCM and returns base64url of nonce, ciphertext and tag. The context is not
 * stored, but `unseal` needs the same one. A random nonce of 96 bits is safe for about 2^32 texts
 * per key.
 */
export const seal = (key: KeyObject, plaintext: Uint8Array, context: string[]): string => {
  const nonce = randomNonce(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(
    additionalData(context),
  )
  return Buffer.concat([
    nonce,
    cipher.update(plaintext),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url')
}

/** Throws when the key, the context or any bit of the text differs. */
export const unseal = (key: KeyObject, text: string, context: string[]): Buffer => {
  const sealed = Buffer.from(text, 'base64url')
  // Decoding skips invalid characters and ignores spare bits, so only the canonical spelling is
  // accepted.
  if (sealed.length < nonceBytes + tagBytes || sealed.toString('base64url') !== text)
    throw new Error('not a sealed text')
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(additionalData(context))
    .setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

// JSON is unambiguous: no two lists give the same text.
const additionalData = (context: string[]): Buffer => Buffer.from(JSON.stringify(context))
