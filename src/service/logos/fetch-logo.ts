import { createHash } from 'node:crypto'
import type { Egress, Outbound } from '../platform/outbound/index.ts'
import { PublicError, publicMessage } from '../platform/public-error.ts'
import { imageTypeOf } from './image-type.ts'

const maximumBytes = 256 * 1024
const timeoutMs = 10_000

/** An image that was fetched and checked. */
export type Logo = { hash: string; contentType: string; content: Uint8Array }

export type FetchedLogo = { logo: Logo } | { problem: string }

type Options = { egress: Egress; signal?: AbortSignal | undefined }

/**
 * Fetches a logo. A toolkit or project is usable without one, so a problem is returned rather than
 * thrown.
 */
export const fetchLogo = async (
  outbound: Outbound,
  url: string,
  { egress, signal }: Options,
): Promise<FetchedLogo> => {
  try {
    const { status, body } = await outbound.send({
      egress,
      method: 'GET',
      url,
      headers: { accept: 'image/png, image/jpeg, image/gif, image/webp' },
      maxResponseBytes: maximumBytes,
      timeoutMs,
      ...(signal && { signal }),
    })
    if (status !== 200) return { problem: `its server responded with ${status}` }
    const contentType = imageTypeOf(body)
    if (contentType === undefined) return { problem: 'it is not PNG, JPEG, GIF or WebP' }
    const hash = createHash('sha256').update(body).digest('base64url')
    return { logo: { hash, contentType, content: body } }
  } catch (error) {
    if (!(error instanceof PublicError) || signal?.aborted) throw error
    return { problem: publicMessage(error, 'it could not be fetched') }
  }
}
