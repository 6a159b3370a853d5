import type { Block } from './block.ts'

export type SharedBlocks = ReturnType<typeof createSharedBlocks>

/**
 * The blocks that any project of this process holds, by key. They go when the last project lets go
 * of them.
 */
export const createSharedBlocks = () => {
  const blocks = new Map<string, WeakRef<Block>>()
  const gone = new FinalizationRegistry((key: string) => {
    if (!blocks.get(key)?.deref()) blocks.delete(key)
  })
  const get = (key: string): Block | undefined => blocks.get(key)?.deref()
  return {
    get,
    /** The block itself, or the equal one that was there before. */
    keep: (block: Block): Block => {
      const known = get(block.key)
      if (known) return known
      blocks.set(block.key, new WeakRef(block))
      gone.register(block, block.key)
      return block
    },
  }
}
