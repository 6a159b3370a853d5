import type {
  EcdsaSignature,
  Ed25519Signature,
  HmacSignature,
  RsaSignature,
} from '../../../../contract/import-trigger-signature.ts'
import { hashName } from './digest-body.ts'
import { readPublicKey } from './read-public-key.ts'

/** Smaller RSA keys are refused, as RFC 7518 refuses them. */
const minimumRsaBits = 2048

/** The key of an HMAC or a JWT from a secret as its owner sees it; undefined where it is none. */
export const secretBytes = (
  {
    secret_encoding: encoding,
    secret_prefix: prefix,
  }: Pick<HmacSignature, 'secret_encoding' | 'secret_prefix'>,
  secret: string,
): Uint8Array<ArrayBuffer> | undefined => {
  const text = prefix !== '' && secret.startsWith(prefix) ? secret.slice(prefix.length) : secret
  const bytes = Uint8Array.from(Buffer.from(text, encoding === 'text' ? 'utf8' : encoding))
  return bytes.byteLength === 0 ? undefined : bytes
}

export const importHmacKey = async (
  signature: HmacSignature,
  secret: string,
): Promise<CryptoKey | undefined> => {
  const bytes = secretBytes(signature, secret)
  return (
    bytes &&
    (await crypto.subtle.importKey(
      'raw',
      bytes,
      { name: 'HMAC', hash: hashName(signature.algorithm) },
      false,
      ['verify'],
    ))
  )
}

type Asymmetric = Ed25519Signature | EcdsaSignature | RsaSignature

/** A public key for signatures of this kind; undefined for a text that is none. */
export const importPublicKey = async (
  signature: Asymmetric,
  text: string,
): Promise<CryptoKey | undefined> => {
  const read = readPublicKey(text)
  return read && importKeyBytes(signature, read.format, read.bytes)
}

export const importKeyBytes = async (
  signature: Asymmetric,
  format: 'spki' | 'raw',
  bytes: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey | undefined> => {
  const key = await crypto.subtle
    .importKey(format, bytes, importAlgorithm(signature), false, ['verify'])
    .catch(() => undefined)
  return key && isLongEnough(key) ? key : undefined
}

const importAlgorithm = (signature: Asymmetric) => {
  switch (signature.kind) {
    case 'ed25519':
      return { name: 'Ed25519' }
    case 'ecdsa':
      return { name: 'ECDSA', namedCurve: signature.curve }
    case 'rsa':
      return {
        name: signature.padding === 'pss' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5',
        hash: hashName(signature.algorithm),
      }
    default:
      return signature satisfies never
  }
}

const isLongEnough = ({ algorithm }: CryptoKey): boolean =>
  !('modulusLength' in algorithm) ||
  (typeof algorithm.modulusLength === 'number' && algorithm.modulusLength >= minimumRsaBits)
