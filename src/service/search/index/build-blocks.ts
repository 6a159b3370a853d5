import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { prepare, type Segment } from '../engine/index.ts'
import type { UseCases } from '../enrichment/use-cases.ts'
import { bytesOf, toBlockKey, type Block } from './block.ts'
import type { Chunk } from './plan-chunks.ts'
import { createSegmentMaker, type SegmentMaker } from './segment-maker.ts'
import { startSegmentThread } from './segment-thread.ts'
import type { SharedBlocks } from './shared-blocks.ts'
import { workConcurrently } from './work-concurrently.ts'

/** The number of tools from which a thread is worth its start. */
const thread = 400
/** Each takes some 60 MB while it runs; this thread, which reads for them, keeps up with as many. */
const mostThreads = 4

type Parts = {
  catalog: Pick<Catalog, 'readDocuments' | 'listTools'>
  shared: SharedBlocks
  useCases: Pick<UseCases, 'read'> | undefined
  /** A block that another node or project has stored. */
  findStored: (key: string, contents: Block['contents']) => Promise<Block | undefined>
}

/**
 * Builds a block of each chunk, or reuses an equal block of another project or node, first of all;
 * yields each block as soon as it is ready. A chunk whose tools are gone yields none.
 */
export const buildBlocks = async function* (
  { catalog, shared, useCases, findStored }: Parts,
  project: Project,
  chunks: readonly Chunk[],
): AsyncGenerator<Block> {
  const missing: Chunk[] = []
  for (const chunk of chunks) {
    const known = shared.get(keyOf(chunk)) ?? (await findStored(keyOf(chunk), contentsOf(chunk)))
    if (known) yield known
    else missing.push(chunk)
  }
  const makers = startMakers(missing)
  const make = async (maker: SegmentMaker, chunk: Chunk) => ({
    chunk,
    segment: await makeSegment({ catalog, useCases }, project, chunk, maker),
  })
  try {
    for await (const { chunk, segment } of workConcurrently(makers, missing, make)) {
      if (!segment) continue
      yield shared.keep({
        key: keyOf(chunk),
        segment,
        contents: contentsOf(chunk),
        bytes: bytesOf(segment),
      })
    }
  } finally {
    await Promise.all(makers.map((maker) => maker.close()))
  }
}

/**
 * As many as there are chunks, and cores beside this thread's, which reads for them; few tools are
 * not worth a thread.
 */
const startMakers = (chunks: readonly Chunk[]): SegmentMaker[] => {
  const tools = chunks.flat().reduce((sum, { from, to }) => sum + to - from, 0)
  if (tools < thread) return [createSegmentMaker()]
  const threads = Math.min(chunks.length, Math.max(1, availableParallelism() - 1), mostThreads)
  return Array.from({ length: threads }, startSegmentThread)
}

const contentsOf = (chunk: Chunk): Block['contents'] =>
  new Map(chunk.map(({ unit }) => [unit.toolkit, unit.content]))

const keyOf = (chunk: Chunk): string =>
  toBlockKey(chunk.map(({ unit, from, to }) => [unit.content, from, to]))

/**
 * Undefined if a toolkit or its use cases were deleted meanwhile: all projects trust a block by its key, so one that
 * lacks tools must not be kept.
 */
const makeSegment = async (
  { catalog, useCases }: Pick<Parts, 'catalog' | 'useCases'>,
  project: Project,
  chunk: Chunk,
  maker: SegmentMaker,
): Promise<Segment | undefined> => {
  // The next page is read while the maker works on this one.
  let adding = Promise.resolve()
  const stop = async (): Promise<undefined> => {
    await adding
    await maker.finish()
  }
  for (const { unit, from, to } of chunk) {
    const after =
      from === 0
        ? ''
        : ((await catalog.listTools(project, unit.toolkit, unit.version))[from - 1]?.slug ?? '')
    const written = await useCases?.read(unit.enrichment?.addresses ?? [])
    if (useCases && !written) return stop()
    let remaining = to - from
    for await (const page of catalog.readDocuments(
      project,
      { slug: unit.toolkit, version: unit.version },
      after,
    )) {
      await adding
      const tools = page.slice(0, remaining).map(({ slug, document }) => ({
        document,
        useCases: written?.get(slug) ?? [],
      }))
      adding = maker.add(unit.searchable, tools)
      adding.catch(() => {})
      remaining -= page.length
      if (remaining <= 0) break
    }
    if (remaining > 0) return stop()
  }
  await adding
  const segment = await maker.finish()
  await setImmediate()
  prepare(segment)
  return segment
}
