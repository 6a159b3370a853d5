import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { fromBytes, segmentFormat, toBytes } from '../engine/index.ts'
import { searchStore } from '../store.ts'
import { bytesOf, type Block } from './block.ts'
import { warm } from './build-blocks.ts'
import type { ProjectIndex } from './project-index.ts'
import type { SharedBlocks } from './shared-blocks.ts'

/** A smaller index is built from its tools as fast as from a snapshot. */
const leastTools = 500
const bytesPerPart = 192 * 1024

const unit = z.object({
  toolkit: z.string(),
  name: z.string(),
  version: z.string(),
  tools: z.number(),
  content: z.string(),
})
const storedBlock = z.object({
  key: z.string(),
  hash: z.string(),
  parts: z.number(),
  contents: z.array(z.tuple([z.string(), z.string()])),
})
const manifest = z.object({ units: z.array(unit), blocks: z.array(storedBlock) })
type StoredBlock = z.infer<typeof storedBlock>

export type Snapshots = ReturnType<typeof createSnapshots>

/**
 * Stores the indexes of large projects in the database, so that a start does not read every tool. A
 * broken snapshot is rebuilt.
 */
export const createSnapshots = ({
  database,
  onError,
}: {
  database: Database
  onError: (error: unknown) => void
}) => {
  const store = searchStore(database.handle)
  let saving: Promise<void> = Promise.resolve()
  let closed = false

  const readBlock = async (
    project: Project,
    { key, hash, parts, contents }: StoredBlock,
    shared: SharedBlocks,
  ): Promise<Block | undefined> => {
    const known = shared.get(key)
    if (known) return known
    const read: Buffer[] = []
    for (let part = 0; part < parts; part += 1) {
      read.push(Buffer.from((await store.findPart(project.id, key, part))?.data ?? '', 'base64'))
      await setImmediate()
    }
    const bytes = Buffer.concat(read)
    if (hashOf(bytes) !== hash) return undefined
    await setImmediate()
    // A Buffer's `slice` shares its memory, a Uint8Array's copies: the parts of a segment have to
    // be copies.
    const segment = fromBytes(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    await setImmediate()
    warm(segment)
    return shared.keep({ key, segment, contents: new Map(contents), bytes: bytesOf(segment) })
  }

  const load = async (
    project: Project,
    shared: SharedBlocks,
    after: number,
  ): Promise<ProjectIndexParts | undefined> => {
    const row = await store.findIndexAfter(project.id, after)
    if (row?.format !== segmentFormat) return undefined
    const { units, blocks: stored } = manifest.parse(JSON.parse(row.content))
    const blocks: Block[] = []
    const missing = new Set<string>()
    for (const each of stored) {
      const block = await readBlock(project, each, shared)
      if (block) blocks.push(block)
      else for (const [toolkit] of each.contents) missing.add(toolkit)
    }
    if (missing.size > 0)
      onError(
        new Error(
          `A part of the stored search index of ${project.id} is missing or damaged; it is rebuilt`,
        ),
      )
    return {
      indexed: new Map(units.map((each) => [each.toolkit, each])),
      unfinished: missing,
      blocks,
    }
  }

  const write = async (
    project: Project,
    { blocks, indexed, stamp }: ProjectIndex,
  ): Promise<void> => {
    const row = await store.findIndex(project.id)
    // Another node has stored it already.
    if (row?.format === segmentFormat && row.stamp >= stamp) return
    const before = new Map(
      (row?.format === segmentFormat
        ? manifest.safeParse(JSON.parse(row.content)).data?.blocks
        : undefined
      )?.map((each) => [each.key, each]),
    )
    const stored: StoredBlock[] = []
    for (const block of blocks) {
      if (closed) return
      stored.push(before.get(block.key) ?? (await writeBlock(project, block)))
    }
    await store.upsertIndex({
      project_id: project.id,
      format: segmentFormat,
      stamp,
      content: JSON.stringify({ units: [...indexed.values()], blocks: stored } satisfies z.infer<
        typeof manifest
      >),
    })
    await store.deletePartsExcept(
      project.id,
      stored.map(({ key }) => key),
    )
  }

  const writeBlock = async (
    project: Project,
    { key, segment, contents }: Block,
  ): Promise<StoredBlock> => {
    const bytes = Buffer.from(toBytes(segment))
    const parts = Math.ceil(bytes.length / bytesPerPart)
    for (let part = 0; part < parts; part += 1) {
      await setImmediate()
      await store.upsertPart({
        project_id: project.id,
        key,
        part,
        data: bytes.toString(
          'base64',
          part * bytesPerPart,
          Math.min(bytes.length, (part + 1) * bytesPerPart),
        ),
      })
    }
    return { key, hash: hashOf(bytes), parts, contents: [...contents] }
  }

  return {
    /**
     * Loads a project's stored index of a later stamp than `after`; undefined if there is none, or
     * in another format.
     */
    load: (
      project: Project,
      shared: SharedBlocks,
      after = -1,
    ): Promise<ProjectIndexParts | undefined> =>
      load(project, shared, after).catch((error: unknown) => {
        onError(error)
        return undefined
      }),

    /** Stores the index in the background; on failure the next start rebuilds it. */
    save: (project: Project, index: ProjectIndex): void => {
      if (closed || index.search.count < leastTools) return
      saving = saving.then(() => write(project, index)).catch(onError)
    },

    /** Waits until pending snapshots are stored. */
    saved: (): Promise<void> => saving,

    /** Aborts pending work; an incomplete snapshot is ignored. */
    close: async (): Promise<void> => {
      closed = true
      await saving
    },
  }
}

type ProjectIndexParts = Pick<ProjectIndex, 'blocks' | 'indexed' | 'unfinished'>

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')
