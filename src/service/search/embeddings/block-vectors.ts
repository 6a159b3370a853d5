import { LRUCache } from 'lru-cache'
import type { Catalog } from '../../catalog/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../endpoint/index.ts'
import type { Block } from '../index/block.ts'
import type { ProjectIndex } from '../index/project-index.ts'
import { searchStore } from '../store.ts'
import { fromText, lengthOf } from './vector.ts'

/** The vectors of a block's tools, in the order of its segment. */
export type BlockVectors = {
  /** Numbers per vector. */
  size: number
  values: Int8Array
  /** The length of each vector; 0 where a tool has none. */
  lengths: Float32Array
}

type Kept = { vectors: BlockVectors; isComplete: boolean; readAt: number }

type Parts = {
  database: Database
  catalog: Pick<Catalog, 'listTools'>
  /** Of the model. */ name: string
}

/** Of all projects of this process. */
const maximumBytes = 256 * 1024 * 1024
/** Of one project; further blocks are searched by words only. */
const maximumProjectBytes = maximumBytes / 2
/** Vectors that another node has made since are found after this time. */
const readAgainMs = 15_000
const batchSize = 500

/** Keeps the vectors of projects' blocks in memory, within a bound. */
export const createBlockVectors = ({ database, catalog, name }: Parts) => {
  const store = searchStore(database.handle)
  const kept = new LRUCache<string, Kept>({
    maxSize: maximumBytes,
    sizeCalculation: ({ vectors }) => vectors.values.length + 4 * vectors.lengths.length + 1,
  })
  const reading = new Map<string, Promise<Kept>>()

  const read = async (project: Project, index: ProjectIndex, block: Block): Promise<Kept> => {
    const places = await findPlaces(project, index, block)
    const vectors = emptyVectors(block.segment.count)
    const hashes = [...places.keys()]
    let found = 0
    for (let start = 0; start < hashes.length; start += batchSize) {
      const batch = hashes.slice(start, start + batchSize)
      for (const { hash, vector } of await store.findVectors(project.id, name, batch)) {
        for (const tool of places.get(hash) ?? []) setVector(vectors, tool, fromText(vector))
        found += 1
      }
    }
    return { vectors, isComplete: found === hashes.length, readAt: performance.now() }
  }

  /** The tools of the block that the project has, by hash. */
  const findPlaces = async (
    project: Project,
    index: ProjectIndex,
    { segment, contents }: Block,
  ): Promise<Map<string, number[]>> => {
    const hashes = new Map<string, ReadonlyMap<string, string>>()
    for (const toolkit of segment.toolkits) {
      const unit = index.indexed.get(toolkit)
      if (!unit || unit.content !== contents.get(toolkit)) continue
      const tools = await catalog.listTools(project, toolkit, unit.version)
      hashes.set(toolkit, new Map(tools.map(({ slug, hash }) => [slug, hash])))
    }
    const places = new Map<string, number[]>()
    for (const [tool, slug] of segment.slugs.entries()) {
      const hash = hashes.get(segment.toolkits[segment.toolkitOf[tool] ?? 0] ?? '')?.get(slug)
      if (hash !== undefined) places.set(hash, [...(places.get(hash) ?? []), tool])
    }
    return places
  }

  const current = async (project: Project, index: ProjectIndex, block: Block): Promise<Kept> => {
    const key = `${project.id} ${block.key}`
    const known = kept.get(key)
    if (known && (known.isComplete || performance.now() - known.readAt < readAgainMs)) return known
    const started =
      reading.get(key) ?? read(project, index, block).finally(() => reading.delete(key))
    reading.set(key, started)
    const made = await started
    kept.set(key, made)
    return made
  }

  return {
    /** The vectors of the blocks of an index, in their order; undefined where there are none. */
    read: async (project: Project, index: ProjectIndex): Promise<(BlockVectors | undefined)[]> => {
      const found: (BlockVectors | undefined)[] = []
      let bytes = 0
      for (const block of index.blocks) {
        const { vectors } = await current(project, index, block)
        bytes += vectors.values.length
        found.push(vectors.size > 0 && bytes <= maximumProjectBytes ? vectors : undefined)
      }
      return found
    },

    /** Has the incomplete blocks of a project read again by the next search. */
    expire: (projectId: string): void => {
      for (const [key, { isComplete }] of kept.entries())
        if (!isComplete && key.startsWith(`${projectId} `)) kept.delete(key)
    },
  }
}

export const emptyVectors = (count: number): BlockVectors => ({
  size: 0,
  values: new Int8Array(),
  lengths: new Float32Array(count),
})

/** The first vector determines the size; others than that have no place. */
export const setVector = (vectors: BlockVectors, tool: number, vector: Int8Array): void => {
  if (vectors.size === 0) {
    vectors.size = vector.length
    vectors.values = new Int8Array(vector.length * vectors.lengths.length)
  }
  if (vector.length !== vectors.size) return
  vectors.values.set(vector, tool * vectors.size)
  vectors.lengths[tool] = lengthOf(vector)
}
