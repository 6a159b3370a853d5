import { LRUCache } from 'lru-cache'
import type { Catalog } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { createSearchIndex } from '../engine/index.ts'
import type { UseCases } from '../enrichment/use-cases.ts'
import type { Block } from './block.ts'
import type { ProjectIndex } from './project-index.ts'
import { createSharedBlocks } from './shared-blocks.ts'
import type { Snapshots } from './snapshots.ts'
import { updateIndex } from './update-index.ts'

type Parts = {
  catalog: Catalog
  snapshots: Snapshots
  /** What a language model wrote of tools; undefined without one. */
  useCases?: UseCases | undefined
  onError: (error: unknown) => void
  /**
   * How long a search waits for an index under construction before it uses what is already indexed.
   */
  waitMs?: number
  /** Notified of every index that was brought up to date. */
  onUpdated?: ((project: Project) => void) | undefined
}

/** Whether use cases have arrived is what an update answers. */
type Update = { stamp: number; done: Promise<boolean> }

const usualWaitMs = 10_000
/** Limit of all projects together. One project's index is always kept, whatever its size. */
const maximumBytes = 768 * 1024 * 1024

const nothing: ProjectIndex = {
  stamp: -1,
  indexed: new Map(),
  unfinished: new Set(),
  blocks: [],
  search: createSearchIndex(),
  total: 0,
  isComplete: false,
}

/**
 * The search indexes of projects. An index is built in the background when its project is first
 * searched, from the snapshot or from the tools, and updated when the project's stamp shows that
 * toolkits changed.
 */
export const createProjectIndexes = ({
  catalog,
  snapshots,
  useCases,
  onError,
  onUpdated,
  waitMs = usualWaitMs,
}: Parts) => {
  const shared = createSharedBlocks()
  const indexes = new LRUCache<string, ProjectIndex>({
    maxSize: maximumBytes,
    sizeCalculation: ({ blocks }) =>
      Math.min(
        maximumBytes,
        blocks.reduce((sum, { bytes }) => sum + bytes, 1),
      ),
  })
  const updates = new Map<string, Update>()
  let closed = false

  const findStored = (key: string, contents: Block['contents']) =>
    snapshots.findBlock(key, contents, shared)

  /** A refresh replaces the index when it is complete; until then, searches use the old one. */
  const update = async (project: Project, isRefresh: boolean): Promise<boolean> => {
    const known = indexes.get(project.id)
    // Another node may have stored what this one lacks: most imports are indexed by their own job.
    const before = (await snapshots.load(project, shared, known?.stamp)) ?? known ?? nothing
    let indexed = before.indexed
    const parts = { catalog, shared, useCases, findStored }
    for await (const step of updateIndex(parts, project, before)) {
      if (closed) return false
      indexed = step.indexed
      if (isRefresh && known?.isComplete && !step.isComplete) continue
      indexes.set(project.id, step)
      if (step.isComplete) snapshots.save(project, step)
    }
    onUpdated?.(project)
    return countUseCases(indexed) !== countUseCases(before.indexed)
  }

  const startUpdate = (project: Project, isRefresh = false): Update => {
    const running = updates.get(project.id)
    if (!isRefresh && running && running.stamp >= project.catalogStamp) return running
    // One update at a time per project: the next one continues from the result of this one.
    const done = (running?.done.catch(() => false) ?? Promise.resolve(false)).then(() =>
      update(project, isRefresh),
    )
    const started = { stamp: project.catalogStamp, done }
    updates.set(project.id, started)
    const end = () => updates.get(project.id) === started && updates.delete(project.id)
    done.then(end, (error: unknown) => {
      end()
      if (!closed) onError(error)
    })
    return started
  }

  return {
    /** The project's current index or, if that takes too long, the index as far as it is built. */
    current: async (project: Project): Promise<ProjectIndex> => {
      const known = indexes.get(project.id)
      if (known?.isComplete && known.stamp >= project.catalogStamp) return known
      const { done } = startUpdate(project)
      await within(waitMs, done)
      const latest = indexes.get(project.id) ?? nothing
      return latest.stamp >= project.catalogStamp ? latest : { ...latest, isComplete: false }
    },

    /** Indexes all tools of the project and stores the index, however long it takes. */
    complete: async (project: Project): Promise<void> => {
      const known = indexes.get(project.id)
      if (!known?.isComplete || known.stamp < project.catalogStamp) await startUpdate(project).done
      await snapshots.saved()
    },

    /**
     * Indexes the use cases that have arrived since; searches go on meanwhile. Returns whether there
     * were any.
     */
    refresh: (project: Project): Promise<boolean> => startUpdate(project, true).done,

    forget: (projectId: string): void => void indexes.delete(projectId),

    /** Ends updates after the block that they are building. */
    close: (): void => {
      closed = true
    },
  }
}

const countUseCases = (indexed: ProjectIndex['indexed']): number =>
  [...indexed.values()].reduce(
    (sum, { enrichment }) => sum + (enrichment?.addresses.length ?? 0),
    0,
  )

/** Waits for the promise up to the time limit; throws if it fails. */
const within = async (ms: number, promise: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
