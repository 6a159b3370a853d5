import type { Handle } from '../database/index.ts'
import type { Cipher } from './files.ts'
import { filesStore, type FileRow } from './store.ts'

/** Small enough for one row. */
const chunkBytes = 192 * 1024

/**
 * Splits a stream into chunks of one size; the last one, which may be shorter or empty, is marked.
 *
 * Buffers one chunk at a time, in addition to the piece that the stream yielded.
 */
export const toChunks = async function* (
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ bytes: Uint8Array; isLast: boolean }> {
  let filled = 0
  let chunk = Buffer.allocUnsafe(chunkBytes)
  for await (const piece of content) {
    for (let taken = 0; taken < piece.byteLength;) {
      // A full chunk may be the last one until more data arrives.
      if (filled === chunkBytes) {
        yield { bytes: chunk, isLast: false }
        chunk = Buffer.allocUnsafe(chunkBytes)
        filled = 0
      }
      const part = piece.subarray(taken, taken + chunkBytes - filled)
      chunk.set(part, filled)
      filled += part.byteLength
      taken += part.byteLength
    }
  }
  yield { bytes: chunk.subarray(0, filled), isLast: true }
}

/**
 * What a chunk is bound to. Without the mark of the last one, a file could be truncated between
 * chunks.
 */
export const placeOf = (fileId: string, position: number, isLast: boolean): string =>
  `${fileId} ${position}${isLast ? ' last' : ''}`

/** Reads the chunks of a file in order; fails if any is missing. */
export const readChunks = async function* (
  handle: Handle,
  file: FileRow,
  cipher: Cipher,
): AsyncGenerator<Uint8Array> {
  // An empty file has one empty chunk, so that its end is marked too.
  const count = Math.max(1, Math.ceil(file.size / chunkBytes))
  let size = 0
  for (let position = 0; position < count; position++) {
    const content = await filesStore(handle).findChunk(file.id, position)
    if (content === null) throw new Error('The file was removed while it was being read')
    const bytes = cipher.open(content, placeOf(file.id, position, position === count - 1))
    size += bytes.byteLength
    if (size > file.size) break
    yield bytes
  }
  if (size !== file.size) throw new Error('The length of the file does not match')
}
