import type { Unit } from './unit.ts'

/** Tools `from` to `to` of a toolkit version, in the order of their slugs. */
type ChunkPart = { unit: Unit; from: number; to: number }

/** The tools of one block. */
export type Chunk = ChunkPart[]

/** The most tools that are sorted at once; see `createSegmentBuilder`. */
const largestChunk = 4096
/**
 * Toolkits from this size on get blocks of their own, so that projects share them whatever else
 * they have.
 */
const largeToolkit = 512
/** Up to this number of smaller toolkits, each gets a block of its own too. */
const fewToolkits = 16

/** Partitions toolkit versions into blocks. */
export const planChunks = (units: readonly Unit[]): Chunk[] => {
  const small = units.filter(({ tools }) => tools < largeToolkit)
  const own =
    small.length <= fewToolkits ? units : units.filter(({ tools }) => tools >= largeToolkit)
  const gathered = small.length <= fewToolkits ? [] : small
  return [...gather(gathered), ...own.flatMap(split)]
}

const gather = (units: readonly Unit[]): Chunk[] => {
  const chunks: Chunk[] = []
  let size = largestChunk
  for (const unit of units) {
    if (size + unit.tools > largestChunk) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push({ unit, from: 0, to: unit.tools })
    size += unit.tools
  }
  return chunks
}

const split = (unit: Unit): Chunk[] =>
  Array.from({ length: Math.ceil(unit.tools / largestChunk) }, (_unused, index) => [
    { unit, from: index * largestChunk, to: Math.min(unit.tools, (index + 1) * largestChunk) },
  ])
