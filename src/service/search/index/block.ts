import { createHash } from 'node:crypto'
import { segmentFormat, type Segment } from '../engine/index.ts'

/** A part of an index, which all projects share that have the same tools. */
export type Block = {
  /** Of its content, so that an equal one is known again. */
  key: string
  segment: Segment
  /** Which content it holds of each toolkit; a large toolkit lies in several blocks. */
  contents: ReadonlyMap<string, string>
  bytes: number
}

export const toBlockKey = (parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([segmentFormat, ...parts]))
    .digest('base64url')

/**
 * About what a segment takes in memory: its numbers, and its words as texts and as keys of a map.
 */
export const bytesOf = (segment: Segment): number => {
  let bytes = 0
  for (const part of Object.values(segment)) {
    if (ArrayBuffer.isView(part)) bytes += part.byteLength
    else if (Array.isArray(part)) for (const text of part) bytes += 2 * String(text).length + 80
  }
  return bytes
}
