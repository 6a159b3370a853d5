/**
 * The media type of an image, by its first bytes: the server's `content-type` is not trusted. SVG
 * is not accepted, because it may contain scripts and load from other addresses.
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
