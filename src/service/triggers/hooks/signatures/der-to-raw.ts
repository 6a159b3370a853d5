/**
 * Converts an ECDSA signature from the ASN.1 sequence of two integers, which OpenSSL and most
 * providers write, to the fixed-length format of Web Crypto. Undefined if it is not valid DER.
 */
export const derToRaw = (
  der: Uint8Array,
  coordinateBytes: number,
): Uint8Array<ArrayBuffer> | undefined => {
  // Signatures of P-256 and P-384 are shorter than 128 bytes, so every length is one byte.
  if (der[0] !== 0x30 || der[1] !== der.byteLength - 2 || der[1] >= 0x80) return undefined
  const r = readInteger(der, 2, coordinateBytes)
  const s = r && readInteger(der, r.end, coordinateBytes)
  if (!s || s.end !== der.byteLength) return undefined
  const raw = new Uint8Array(2 * coordinateBytes)
  raw.set(r.digits, coordinateBytes - r.digits.byteLength)
  raw.set(s.digits, 2 * coordinateBytes - s.digits.byteLength)
  return raw
}

const readInteger = (
  der: Uint8Array,
  start: number,
  maximumBytes: number,
): { digits: Uint8Array; end: number } | undefined => {
  const length = der[start + 1] ?? 0
  const end = start + 2 + length
  const bytes = der.subarray(start + 2, end)
  const [first = 0x80, second = 0x80] = bytes
  const isMinimal = first < 0x80 && (first !== 0 || (length > 1 && second >= 0x80))
  if (der[start] !== 0x02 || length === 0 || bytes.byteLength !== length || !isMinimal)
    return undefined
  const digits = first === 0 ? bytes.subarray(1) : bytes
  return digits.byteLength > maximumBytes ? undefined : { digits, end }
}
