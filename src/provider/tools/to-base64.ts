/** The number of arguments that every JavaScript engine accepts. */
const chunkBytes = 0x8000

/**
 * Encodes bytes as base64 on every runtime: edge runtimes have no `Buffer`, and older runtimes have
 * no `toBase64`.
 */
export const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let position = 0; position < bytes.length; position += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(position, position + chunkBytes))
  return btoa(binary)
}
