/** How bytes are written as text. */
export type TextEncoding = 'hex' | 'base64' | 'base64url'

const patterns: Record<TextEncoding, RegExp> = {
  hex: /^(?:[0-9a-f]{2})+$/,
  base64: /^[0-9A-Za-z+/]+$/,
  base64url: /^[0-9A-Za-z_-]+$/,
}

/**
 * The bytes of a text, if it is their canonical encoding: Buffer skips characters outside of the
 * alphabet and ignores the spare bits of the last one, so that many texts would mean one signature. Padding may be absent; hexadecimal digits come in either letter case.
 */
export const decodeStrictly = (
  text: string,
  encoding: TextEncoding,
): Uint8Array<ArrayBuffer> | undefined => {
  const plain = encoding === 'hex' ? text.toLowerCase() : text.replace(/={1,2}$/, '')
  if (!patterns[encoding].test(plain)) return undefined
  const bytes = Uint8Array.from(Buffer.from(plain, encoding))
  return encodeBytes(bytes, encoding).replace(/={1,2}$/, '') === plain ? bytes : undefined
}

export const encodeBytes = (bytes: Uint8Array, encoding: TextEncoding): string =>
  Buffer.from(bytes).toString(encoding)
