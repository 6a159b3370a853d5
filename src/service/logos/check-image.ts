import { createHash } from 'node:crypto'
import { imageTypeOf } from './image-type.ts'

/** An image that was checked. */
export type Logo = { hash: string; contentType: string; content: Uint8Array }

export type FetchedLogo = { logo: Logo } | { problem: string }

/** Every image goes through here, fetched or drawn. */
export const checkImage = (content: Uint8Array): FetchedLogo => {
  const contentType = imageTypeOf(content)
  if (contentType === undefined)
    return { problem: 'it is not PNG, JPEG, GIF, WebP or an SVG of plain shapes' }
  return {
    logo: { hash: createHash('sha256').update(content).digest('base64url'), contentType, content },
  }
}
