import { createSearchIndex, type SearchIndex, type Segment } from '../engine/index.ts'
import { createBits, hasBit, setBit, type Bits } from '../engine/bits.ts'
import { mergeSegments } from '../engine/merge-segments.ts'
import { bytesOf, toBlockKey, type Block } from './block.ts'
import type { SharedBlocks } from './shared-blocks.ts'
import type { Unit } from './unit.ts'

type Indexed = ReadonlyMap<string, Pick<Unit, 'content'>>

/** Blocks with fewer tools are merged once there are more than `mostSmall` of them. */
const smallBlock = 1024
const mostSmall = 16
/** The most tools that are merged at once, which takes some ten milliseconds. */
const largestMerge = 2048
/** A block with a smaller share of current tools is rewritten. */
const leastAlive = 0.5

/**
 * Builds one index of the blocks; only tools whose toolkits still have the block's content can be
 * found.
 */
export const assemble = (blocks: readonly Block[], indexed: Indexed): SearchIndex => {
  const removed = blocks.map((block) => toRemoved(block, indexed))
  const index = createSearchIndex(blocks.map(({ segment }) => segment))
  const count = blocks.reduce(
    (sum, { segment }, n) => sum + segment.count - countBits(removed[n]),
    0,
  )
  return {
    ...index,
    count,
    segments: index.segments.map((placed, n) => ({
      ...placed,
      ...(removed[n] && { removed: removed[n] }),
    })),
  }
}

/**
 * Merges some of the blocks when there are too many or too much of them is stale. One step, after
 * which another may be due.
 */
export const compactOnce = (
  blocks: readonly Block[],
  indexed: Indexed,
  shared: SharedBlocks,
): readonly Block[] => {
  const sizes = new Map(
    blocks.map((block) => [block, block.segment.count - countBits(toRemoved(block, indexed))]),
  )
  const alive = (block: Block) => sizes.get(block) ?? 0
  const kept = blocks.filter((block) => alive(block) > 0)
  const worn = kept.find((block) => alive(block) < block.segment.count * leastAlive)
  const chosen = worn ? [worn] : chooseSmall(kept, alive)
  if (chosen.length === 0) return kept.length === blocks.length ? blocks : kept
  return [...kept.filter((block) => !chosen.includes(block)), merge(chosen, indexed, shared)]
}

const chooseSmall = (blocks: readonly Block[], alive: (block: Block) => number): Block[] => {
  const small = blocks
    .filter((block) => alive(block) < smallBlock)
    .toSorted((a, b) => alive(a) - alive(b))
  if (small.length <= mostSmall) return []
  let total = 0
  return small.filter((block) => (total += alive(block)) <= largestMerge)
}

const merge = (blocks: readonly Block[], indexed: Indexed, shared: SharedBlocks): Block => {
  const contents = new Map(
    blocks.flatMap((block) =>
      [...block.contents].filter(([toolkit, content]) => indexed.get(toolkit)?.content === content),
    ),
  )
  const key = toBlockKey([
    'merged',
    blocks.map((block) => [
      block.key,
      [...block.contents.keys()].filter((toolkit) => !isAlive(block, toolkit, indexed)),
    ]),
  ])
  const known = shared.get(key)
  if (known) return known
  const segment: Segment = mergeSegments(
    blocks.map((block) => ({ segment: block.segment, ...withRemoved(toRemoved(block, indexed)) })),
  )
  return shared.keep({ key, segment, contents, bytes: bytesOf(segment) })
}

const withRemoved = (removed: Bits | undefined) => (removed ? { removed } : {})

const isAlive = ({ contents }: Block, toolkit: string, indexed: Indexed): boolean =>
  indexed.get(toolkit)?.content === contents.get(toolkit)

const toRemoved = (block: Block, indexed: Indexed): Bits | undefined => {
  const { segment } = block
  const gone = segment.toolkits.map((toolkit) => !isAlive(block, toolkit, indexed))
  if (!gone.includes(true)) return undefined
  const removed = createBits(segment.count)
  for (let tool = 0; tool < segment.count; tool += 1)
    if (gone[segment.toolkitOf[tool] ?? 0]) setBit(removed, tool)
  return removed
}

const countBits = (bits: Bits | undefined): number => {
  if (!bits) return 0
  let count = 0
  for (let position = 0; position < bits.length * 8; position += 1)
    if (hasBit(bits, position)) count += 1
  return count
}
