import { isPlainSvg } from './is-plain-svg.ts'

/**
 * The media type of an image, by its content: the server's `content-type` is not trusted. An SVG may
 * contain scripts and load from other addresses, so it must consist of plain shapes.
 */
export const imageTypeOf = (content: Uint8Array): string | undefined => {
  const beginning = Buffer.from(content.subarray(0, 12)).toString('latin1')
  const raster = signatures.find(([, signature]) => signature.test(beginning))?.[0]
  return raster ?? (isPlainSvg(content) ? 'image/svg+xml' : undefined)
}

const signatures: [type: string, signature: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xFF\xD8\xFF/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
]
