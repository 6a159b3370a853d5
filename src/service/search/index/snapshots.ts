import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { segmentFormat } from '../engine/index.ts'
import { searchStore } from '../store.ts'
import type { Block } from './block.ts'
import type { ProjectIndex } from './project-index.ts'
import type { SharedBlocks } from './shared-blocks.ts'
import { createStoredBlocks } from './stored-blocks.ts'

/** A smaller index is built from its tools as fast as from a snapshot. */
const leastTools = 500

const unit = z.object({
  toolkit: z.string(),
  searchable: z.object({
    slug: z.string(),
    name: z.string(),
    names: z.array(z.string()),
    about: z.string(),
  }),
  version: z.string(),
  tools: z.number(),
  enrichment: z
    .object({
      settings: z.string(),
      addresses: z.array(z.string()),
      enriched: z.number(),
      waiting: z.number(),
      failed: z.number(),
    })
    .optional(),
  content: z.string(),
})
const storedBlock = z.object({
  key: z.string(),
  contents: z.array(z.tuple([z.string(), z.string()])),
})
const manifest = z.object({ units: z.array(unit), blocks: z.array(storedBlock) })

type Parts = {
  database: Database
  clock: Clock
  /** The settings of use cases; an index with those of others is not loaded. */
  settings?: string | undefined
  onError: (error: unknown) => void
}

export type Snapshots = ReturnType<typeof createSnapshots>

/**
 * Stores the indexes of large projects in the database, so that a start does not read every tool. A
 * broken snapshot is rebuilt.
 */
export const createSnapshots = (parts: Parts) => {
  const { database, settings, onError } = parts
  const format = settings === undefined ? segmentFormat : `${segmentFormat} ${settings}`
  const store = searchStore(database.handle)
  let saving: Promise<void> = Promise.resolve()
  let closed = false
  /** Projects whose stored index was found broken by this process: it is written again. */
  const broken = new Set<string>()

  const blocks = createStoredBlocks(parts)

  const load = async (
    project: Project,
    shared: SharedBlocks,
    after: number,
  ): Promise<ProjectIndexParts | undefined> => {
    const row = await store.findIndexAfter(project.id, after)
    if (row?.format !== format) return undefined
    const { units, blocks: stored } = manifest.parse(JSON.parse(row.content))
    const read: Block[] = []
    const missing = new Set<string>()
    for (const { key, contents } of stored) {
      const block = await blocks.read(key, new Map(contents), shared)
      if (block) read.push(block)
      else for (const [toolkit] of contents) missing.add(toolkit)
    }
    if (missing.size > 0) {
      broken.add(project.id)
      onError(
        new Error(
          `A part of the stored search index of ${project.id} is missing or damaged; it is rebuilt`,
        ),
      )
    }
    return {
      indexed: new Map(units.map((each) => [each.toolkit, each])),
      unfinished: missing,
      blocks: read,
    }
  }

  const write = async (project: Project, index: ProjectIndex): Promise<void> => {
    const row = await store.findIndex(project.id)
    // Another node has stored it already.
    const isBroken = row?.stamp === index.stamp && broken.has(project.id)
    if (row?.format === format && row.stamp >= index.stamp && !isBroken) return
    const content = JSON.stringify({
      units: [...index.indexed.values()],
      blocks: index.blocks.map(({ key, contents }) => ({ key, contents: [...contents] })),
    } satisfies z.infer<typeof manifest>)
    await blocks.write(
      index.blocks,
      () => closed,
      async (transaction, ids) => {
        const inside = searchStore(transaction)
        await inside.upsertIndex({
          project_id: project.id,
          format,
          stamp: index.stamp,
          content,
        })
        await inside.setBlocks(project.id, ids)
      },
    )
    broken.delete(project.id)
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
        broken.add(project.id)
        onError(error)
        return undefined
      }),

    /** A block that another node or project has stored. */
    findBlock: (
      key: string,
      contents: Block['contents'],
      shared: SharedBlocks,
    ): Promise<Block | undefined> =>
      blocks.read(key, contents, shared).catch((error: unknown) => {
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
