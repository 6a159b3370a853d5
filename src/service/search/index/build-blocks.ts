import { setImmediate } from 'node:timers/promises'
import type { Catalog } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { createSearchIndex, search, type Segment } from '../engine/index.ts'
import type { UseCases } from '../enrichment/use-cases.ts'
import { bytesOf, toBlockKey, type Block } from './block.ts'
import type { Chunk } from './plan-chunks.ts'
import { createSegmentMaker, type SegmentMaker } from './segment-maker.ts'
import { startSegmentThread } from './segment-thread.ts'
import type { SharedBlocks } from './shared-blocks.ts'

/** The number of tools from which a thread is worth its start. */
const thread = 400

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
  const missing = new Set<Chunk>()
  for (const chunk of chunks) {
    const known = shared.get(keyOf(chunk)) ?? (await findStored(keyOf(chunk), contentsOf(chunk)))
    if (known) yield known
    else missing.add(chunk)
  }
  const tools = [...missing].flat().reduce((sum, { from, to }) => sum + to - from, 0)
  let maker: SegmentMaker | undefined
  try {
    for (const chunk of missing) {
      maker ??= tools < thread ? createSegmentMaker() : startSegmentThread()
      const segment = await makeSegment({ catalog, useCases }, project, chunk, maker)
      if (!segment) continue
      yield shared.keep({
        key: keyOf(chunk),
        segment,
        contents: contentsOf(chunk),
        bytes: bytesOf(segment),
      })
    }
  } finally {
    await maker?.close()
  }
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
  for (const { unit, from, to } of chunk) {
    const after =
      from === 0
        ? ''
        : ((await catalog.listTools(project, unit.toolkit, unit.version))[from - 1]?.slug ?? '')
    const written = await useCases?.read(unit.enrichment?.addresses ?? [])
    if (useCases && !written) {
      await maker.finish()
      return undefined
    }
    let remaining = to - from
    for await (const page of catalog.readDocuments(
      project,
      { slug: unit.toolkit, version: unit.version },
      after,
    )) {
      await maker.add(
        unit.searchable,
        page.slice(0, remaining).map(({ slug, document }) => ({
          document,
          useCases: written?.get(slug) ?? [],
        })),
      )
      remaining -= page.length
      if (remaining <= 0) break
    }
    if (remaining > 0) {
      await maker.finish()
      return undefined
    }
  }
  const segment = await maker.finish()
  await setImmediate()
  warm(segment)
  return segment
}

/**
 * Creates the lookups that a segment otherwise creates on its first search, one segment at a time.
 */
export const warm = (segment: Segment): void =>
  void search(createSearchIndex([segment]), { useCase: 'list', limit: 1 })
