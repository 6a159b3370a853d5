/** A secret as it may stand in an answer: itself, in JSON, percent-encoded, and within base64. */
export const spellingsOf = (secret: string): string[] => {
  const plain = secret.toWellFormed()
  const encoded = encodeURIComponent(plain)
  const inForm = new URLSearchParams({ '': plain }).toString().slice(1)
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      ...[encoded, inForm].flatMap((text) => [
        text,
        text.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
      ]),
      ...base64Parts(plain),
    ]),
  ]
}

/**
 * What base64 makes of the secret wherever it begins in a longer text, such as behind the user name
 * of `Basic …`: three ways, of which each leaves out the characters that neighbors have a part in.
 */
const base64Parts = (secret: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bits = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor((bits.byteLength * 8) / 6)
    const part = bits.toString('base64').slice(first, last)
    return [part, encodeURIComponent(part), part.replaceAll('+', '-').replaceAll('/', '_')]
  })
