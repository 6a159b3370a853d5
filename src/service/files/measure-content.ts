import { createHash } from 'node:crypto'
import { ServiceError } from '../service-error.ts'

/**
 * Counts and hashes the content that passes through; fails if it is too large or, at its end, does
 * not match the declared size and hash.
 */
export const measureContent = (
  content: AsyncIterable<Uint8Array>,
  { maximumBytes, md5 }: { maximumBytes: number; md5: string | undefined },
): { bytes: AsyncIterable<Uint8Array>; md5: () => string } => {
  const hash = createHash('md5')
  let digest = ''
  const pass = async function* (): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const piece of content) {
      size += piece.byteLength
      if (size > maximumBytes) throw tooLarge(maximumBytes)
      hash.update(piece)
      yield piece
    }
    digest = hash.digest('hex')
    if (md5 === undefined || md5 === digest) return
    throw new ServiceError('invalid_request', `The content has the MD5 ${digest}, not ${md5}`, {
      suggestedFix: 'Upload the file that the MD5 was computed from',
    })
  }
  return { bytes: pass(), md5: () => digest }
}

export const tooLarge = (maximumBytes: number): ServiceError =>
  new ServiceError('invalid_request', `The file is larger than ${maximumBytes} bytes`, {
    suggestedFix:
      'Upload a smaller file, or ask the operator to increase PLUGBOARD_MAX_UPLOAD_BYTES',
  })
