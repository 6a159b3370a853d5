/**
 * The media type of an image, by its first bytes: what a server says of its content is not
 * believed. SVG is none of these, since it may hold scripts and load from other addresses.
 */
export const imageTypeOf = (content: Uint8Array): string | undefined => {
  const beginning = Buffer.from(content.subarray(0, 12)).toString('latin1')
  return signatures.find(([, signature]) => signature.test(beginning))?.[0]
}

const signatures: [type: string, signature: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
]
