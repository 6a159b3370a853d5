import type { Block } from './block.ts'

export type SharedBlocks = ReturnType<typeof createSharedBlocks>

/**
 * The blocks of all projects of this process, by key. A block is removed when the last project
 * releases it.
 */
export const createSharedBlocks = () => {
  const blocks = new Map<string, WeakRef<Block>>()
  const gone = new FinalizationRegistry((key: string) => {
    if (!blocks.get(key)?.deref()) blocks.delete(key)
  })
  const get = (key: string): Block | undefined => blocks.get(key)?.deref()
  return {
    get,
    /** The equal block that is already held, or else this one. */
    keep: (block: Block): Block => {
      const known = get(block.key)
      if (known) return known
      blocks.set(block.key, new WeakRef(block))
      gone.register(block, block.key)
      return block
    },
  }
}
