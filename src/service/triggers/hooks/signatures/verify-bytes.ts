import type {
  EcdsaSignature,
  Ed25519Signature,
  HmacSignature,
  RsaSignature,
} from '../../../../contract/import-trigger-signature.ts'
import { decodeStrictly } from './decode.ts'
import { derToRaw } from './der-to-raw.ts'
import { hashName } from './digest-body.ts'

type Signature = HmacSignature | Ed25519Signature | EcdsaSignature | RsaSignature

/** Whether one of these texts is a signature of the content under one of the keys. */
export const verifyBytes = async (
  signature: Signature,
  keys: CryptoKey[],
  given: string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const decoded = given.flatMap((text) => decode(signature, text) ?? [])
  for (const key of keys)
    for (const bytes of decoded)
      if (await crypto.subtle.verify(verifyAlgorithm(signature), key, bytes, content)) return true
  return false
}

const decode = (signature: Signature, text: string): Uint8Array<ArrayBuffer> | undefined => {
  const bytes = decodeStrictly(text, signature.encoding)
  return bytes && signature.kind === 'ecdsa' && signature.structure === 'der'
    ? derToRaw(bytes, signature.curve === 'P-256' ? 32 : 48)
    : bytes
}

const verifyAlgorithm = (signature: Signature) => {
  switch (signature.kind) {
    case 'hmac':
      return { name: 'HMAC' }
    case 'ed25519':
      return { name: 'Ed25519' }
    case 'ecdsa':
      return { name: 'ECDSA', hash: hashName(signature.algorithm) }
    case 'rsa':
      return signature.padding === 'pss'
        ? { name: 'RSA-PSS', saltLength: saltLengths[signature.algorithm] }
        : { name: 'RSASSA-PKCS1-v1_5' }
    default:
      return signature satisfies never
  }
}

/** As long as the hash, as RFC 7518 and nearly everybody has it. */
const saltLengths = { sha256: 32, sha384: 48, sha512: 64 }
