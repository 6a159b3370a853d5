import type { Egress, Outbound } from '../platform/outbound/index.ts'
import { PublicError, publicMessage } from '../platform/public-error.ts'
import { checkImage, type FetchedLogo } from './check-image.ts'

const maximumBytes = 256 * 1024
const timeoutMs = 10_000

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
      headers: { accept: 'image/png, image/jpeg, image/gif, image/webp, image/svg+xml' },
      maxResponseBytes: maximumBytes,
      timeoutMs,
      ...(signal && { signal }),
    })
    if (status !== 200) return { problem: `its server responded with ${status}` }
    return checkImage(body)
  } catch (error) {
    if (!(error instanceof PublicError) || signal?.aborted) throw error
    return { problem: publicMessage(error, 'it could not be fetched') }
  }
}
