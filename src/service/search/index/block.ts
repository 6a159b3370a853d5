import { createHash } from 'node:crypto'
import { segmentFormat, type Segment } from '../engine/index.ts'

/** A part of an index, shared by all projects that have the same tools. */
export type Block = {
  /** Hash of its content, which identifies equal blocks. */
  key: string
  segment: Segment
  /** The content of each toolkit in it; a large toolkit spans several blocks. */
  contents: ReadonlyMap<string, string>
  bytes: number
}

export const toBlockKey = (parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([segmentFormat, ...parts]))
    .digest('base64url')

/** Approximate memory of a segment: its numbers, and its words as strings and as keys of a map. */
export const bytesOf = (segment: Segment): number => {
  let bytes = 0
  for (const part of Object.values(segment)) {
    if (ArrayBuffer.isView(part)) bytes += part.byteLength
    else if (Array.isArray(part)) for (const text of part) bytes += 2 * String(text).length + 80
  }
  return bytes
}
