import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import { isUniqueViolation, type Database, type Handle } from '../../platform/database/index.ts'
import { createId } from '../../platform/ids.ts'
import { fromBytes, prepare, toBytes } from '../engine/index.ts'
import { searchStore } from '../store.ts'
import { bytesOf, type Block } from './block.ts'
import type { SharedBlocks } from './shared-blocks.ts'
import { writingMs } from './writing-ms.ts'

const bytesPerPart = 192 * 1024
/** So many are read in some milliseconds. */
const partsAtOnce = 4
/** Writes that other nodes may get ahead of: of a block, or of its deletion. */
const mostAttempts = 3

type Parts = { database: Database; clock: Clock }

/**
 * The blocks of all projects in the database, each stored once by its key. What has the same key has
 * the same content, whoever built it.
 */
export const createStoredBlocks = ({ database, clock }: Parts) => {
  const store = searchStore(database.handle)
  /** Found damaged by this process: written again with the next index that uses them. */
  const damaged = new Set<string>()

  const writeParts = async (handle: Handle, id: string, bytes: Buffer): Promise<number> => {
    const parts = Math.ceil(bytes.length / bytesPerPart)
    for (let part = 0; part < parts; part += 1) {
      await setImmediate()
      const end = Math.min(bytes.length, (part + 1) * bytesPerPart)
      await searchStore(handle).upsertPart({
        block_id: id,
        part,
        data: bytes.toString('base64', part * bytesPerPart, end),
      })
    }
    return parts
  }

  /** Writes a block that nobody finds yet. Returns its id. */
  const writeNew = async ({ segment }: Block): Promise<string> => {
    const bytes = Buffer.from(toBytes(segment))
    const id = createId('blk_')
    await store.insertBlock({
      id,
      address: null,
      hash: hashOf(bytes),
      parts: Math.ceil(bytes.length / bytesPerPart),
      unused_at: new Date(clock.now().getTime() + writingMs).toISOString(),
    })
    await writeParts(database.handle, id, bytes)
    return id
  }

  const repair = async (transaction: Handle, id: string, { segment }: Block): Promise<void> => {
    const bytes = Buffer.from(toBytes(segment))
    const parts = await writeParts(transaction, id, bytes)
    await searchStore(transaction).updateBlock(id, { hash: hashOf(bytes), parts })
  }

  return {
    /** Undefined if the block is not stored, or damaged. */
    read: async (
      key: string,
      contents: Block['contents'],
      shared: SharedBlocks,
    ): Promise<Block | undefined> => {
      const known = shared.get(key)
      if (known) return known
      const head = await store.findBlock(key)
      if (!head) return undefined
      const read: Buffer[] = []
      for (let from = 0; from < head.parts; from += partsAtOnce) {
        for (const { data } of await store.listParts(
          head.id,
          from,
          Math.min(partsAtOnce, head.parts - from),
        ))
          read.push(Buffer.from(data, 'base64'))
        await setImmediate()
      }
      const bytes = Buffer.concat(read)
      if (hashOf(bytes) !== head.hash) {
        damaged.add(key)
        return undefined
      }
      await setImmediate()
      // A Buffer's `slice` shares its memory, a Uint8Array's copies: the parts of a segment have to
      // be copies.
      const segment = fromBytes(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
      await setImmediate()
      prepare(segment)
      return shared.keep({ key, segment, contents, bytes: bytesOf(segment) })
    },

    /**
     * Writes the blocks that are not stored, then runs `refer` with the ids of all in a transaction
     * that keeps them from being deleted.
     */
    write: async (
      blocks: readonly Block[],
      isClosed: () => boolean,
      refer: (transaction: Handle, ids: string[]) => Promise<void>,
    ): Promise<void> => {
      const written = new Map<string, string>()
      const publishAll = async (transaction: Handle): Promise<boolean> => {
        const inside = searchStore(transaction)
        const ids: string[] = []
        // In one order, so that two writers do not wait for each other.
        for (const block of blocks.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
          const { key } = block
          const known = await inside.lockBlock(key)
          const id = known?.id ?? written.get(key)
          if (id === undefined) return false
          if (!known) await inside.updateBlock(id, { address: key, unused_at: null })
          else if (damaged.has(key)) await repair(transaction, id, block)
          ids.push(id)
        }
        await refer(transaction, ids)
        return true
      }
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        for (const block of blocks) {
          if (isClosed()) return
          if (!written.has(block.key) && !(await store.findBlock(block.key)))
            written.set(block.key, await writeNew(block))
        }
        const isDone = await database.transaction(publishAll).catch((error: unknown) => {
          // Another node has published the same block meanwhile.
          if (attempt < mostAttempts && isUniqueViolation(error)) return false
          throw error
        })
        if (!isDone) continue
        for (const { key } of blocks) damaged.delete(key)
        return
      }
    },
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')
