import { createHash } from 'node:crypto'
import { isStreamed } from '../../../platform/outbound/index.ts'
import type { FileContent } from './built-body.ts'

/** Joins several pieces into one body; a stream when one of them is. */
export const joinContent = (pieces: FileContent[]): FileContent =>
  areHeld(pieces)
    ? Buffer.concat(pieces)
    : {
        size: pieces.reduce((sum, piece) => sum + sizeOf(piece), 0),
        sha256: digestOf(pieces),
        read: () => readAll(pieces),
      }

const areHeld = (pieces: FileContent[]): pieces is Uint8Array[] => !pieces.some(isStreamed)

/** Identifies the pieces in their order. */
export const digestOf = (pieces: FileContent[]): string => {
  const digest = createHash('sha256')
  for (const piece of pieces) digest.update(isStreamed(piece) ? piece.sha256 : piece)
  return digest.digest('hex')
}

const sizeOf = (piece: FileContent): number => (isStreamed(piece) ? piece.size : piece.byteLength)

const readAll = async function* (pieces: FileContent[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (isStreamed(piece)) yield* piece.read()
    else yield piece
  }
}
