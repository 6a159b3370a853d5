/** The spellings of a secret in a response: literal, JSON, percent-encoded and within base64. */
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
 * The base64 spellings of a secret inside a longer text, such as after the user name of `Basic …`:
 * one for each of the three alignments, without the characters that neighboring bytes share.
 */
const base64Parts = (secret: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bits = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    const first = Math.ceil((offset * 8) / 6)
    const last = Math.floor((bits.byteLength * 8) / 6)
    const part = bits.toString('base64').slice(first, last)
    return [part, encodeURIComponent(part), part.replaceAll('+', '-').replaceAll('/', '_')]
  })
