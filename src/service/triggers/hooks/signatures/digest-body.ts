import { encodeBytes, type TextEncoding } from './decode.ts'

type DigestAlgorithm = 'sha1' | 'sha256' | 'sha384' | 'sha512'

const hashNames: Record<DigestAlgorithm, string> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
}

/** The name that Web Crypto has for a hash. */
export const hashName = (algorithm: DigestAlgorithm): string => hashNames[algorithm]

/** A digest of a body as text. */
export const digestBody = async (
  body: Uint8Array,
  { algorithm, encoding }: { algorithm: DigestAlgorithm; encoding: TextEncoding },
): Promise<string> =>
  encodeBytes(
    new Uint8Array(await crypto.subtle.digest(hashName(algorithm), Uint8Array.from(body))),
    encoding,
  )
