import { setImmediate } from 'node:timers/promises'
import type { Catalog, Toolkit } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { createYielder } from '../../platform/create-yielder.ts'
import { assemble, compactOnce } from './assemble.ts'
import type { Block } from './block.ts'
import { buildBlocks } from './build-blocks.ts'
import { planChunks } from './plan-chunks.ts'
import type { ProjectIndex } from './project-index.ts'
import type { EnrichedToolkit } from '../enrichment/plan-batches.ts'
import type { Enrichment, UseCases } from '../enrichment/use-cases.ts'
import type { SharedBlocks } from './shared-blocks.ts'
import { toContent, type Unit } from './unit.ts'
import { toSearchableToolkit } from '../to-searchable.ts'

type Parts = { catalog: Catalog; shared: SharedBlocks; useCases: UseCases | undefined } & Pick<
  Parameters<typeof buildBlocks>[0],
  'findStored'
>

/**
 * Brings an index up to the project's stamp, from nothing or from the previous index; yields each
 * intermediate step, and the complete index last. It stays incomplete where a toolkit was deleted
 * meanwhile, until it is brought up to a later stamp.
 */
export const updateIndex = async function* (
  { catalog, shared, useCases, findStored }: Parts,
  project: Project,
  before: Pick<ProjectIndex, 'blocks' | 'indexed' | 'unfinished'>,
): AsyncGenerator<ProjectIndex> {
  const toolkits = await catalog.listToolkits(project)
  const indexed = new Map(
    [...before.indexed].filter(([slug]) => toolkits.has(slug) && !before.unfinished.has(slug)),
  )
  const { units: changed, unchanged } = await compare(
    { catalog, useCases },
    project,
    toolkits,
    indexed,
  )
  const { kept, units } = withoutRemains(before.blocks, indexed, changed)
  const unfinished = new Set(units.map(({ toolkit }) => toolkit))
  for (const unit of [...units, ...unchanged]) indexed.set(unit.toolkit, unit)

  let blocks = kept
  const total = [...indexed.values()].reduce((sum, { tools }) => sum + tools, 0)
  const step = (isComplete: boolean): ProjectIndex => ({
    stamp: project.catalogStamp,
    indexed,
    unfinished: isComplete ? new Set() : unfinished,
    blocks,
    search: assemble(blocks, indexed),
    total,
    isComplete,
  })
  // Shows searches how much is to come; an index with tools stays in use until it can be replaced.
  if (before.blocks.length === 0 && units.length > 0) yield step(false)
  const chunks = planChunks(units)
  let missing = chunks.length
  for await (const block of buildBlocks(
    { catalog, shared, useCases, findStored },
    project,
    chunks,
  )) {
    missing -= 1
    blocks = [...blocks, block]
    yield step(false)
  }
  for (;;) {
    const compacted = compactOnce(blocks, indexed, shared)
    if (compacted === blocks) break
    blocks = compacted
    await setImmediate()
  }
  yield step(missing === 0)
}

/** The toolkit versions to index, and the new versions whose content is indexed already. */
const compare = async (
  { catalog, useCases }: Pick<Parts, 'catalog' | 'useCases'>,
  project: Project,
  toolkits: ReadonlyMap<string, Toolkit>,
  indexed: ReadonlyMap<string, Unit>,
): Promise<{ units: Unit[]; unchanged: Unit[] }> => {
  const changed = await listChanged({ catalog, useCases }, project, toolkits, indexed)
  const enrichments = (await useCases?.find(changed)) ?? []
  const units: Unit[] = []
  const unchanged: Unit[] = []
  const yieldIfDue = createYielder()
  for (const [at, { searchable, version, tools }] of changed.entries()) {
    const enrichment = enrichments[at]
    const unit = {
      toolkit: searchable.slug,
      searchable,
      version,
      tools: tools.length,
      enrichment,
      content: toContent(searchable, tools, enrichment),
    }
    ;(indexed.get(unit.toolkit)?.content === unit.content ? unchanged : units).push(unit)
    await yieldIfDue()
  }
  return { units, unchanged }
}

/** Toolkits of other versions than are indexed, and those of which use cases may have arrived. */
const listChanged = async (
  { catalog, useCases }: Pick<Parts, 'catalog' | 'useCases'>,
  project: Project,
  toolkits: ReadonlyMap<string, Toolkit>,
  indexed: ReadonlyMap<string, Unit>,
): Promise<EnrichedToolkit[]> => {
  const changed: EnrichedToolkit[] = []
  const yieldIfDue = createYielder()
  for (const [toolkit, { version, definition }] of toolkits) {
    const known = indexed.get(toolkit)
    if (known?.version === version && isEnriched(known.enrichment, useCases)) continue
    changed.push({
      searchable: toSearchableToolkit(definition),
      version,
      tools: await catalog.listTools(project, toolkit, version),
      featured: definition.featured ?? [],
    })
    await yieldIfDue()
  }
  return changed
}

/** Whether the index has all use cases that there will be under the current settings. */
const isEnriched = (known: Enrichment | undefined, useCases: UseCases | undefined): boolean =>
  known?.settings === useCases?.settings && (known?.waiting ?? 0) === 0

/**
 * Drops blocks that already hold content which is to be indexed, as after an aborted update; the
 * other content of these blocks is indexed again too.
 */
const withoutRemains = (
  blocks: readonly Block[],
  indexed: ReadonlyMap<string, Unit>,
  changed: readonly Unit[],
): { kept: readonly Block[]; units: Unit[] } => {
  const units = new Map(changed.map((unit) => [unit.toolkit, unit]))
  let kept = blocks
  for (;;) {
    const remains = new Set(
      kept.filter(({ contents }) =>
        [...contents].some(([toolkit, content]) => units.get(toolkit)?.content === content),
      ),
    )
    if (remains.size === 0) return { kept, units: [...units.values()] }
    kept = kept.filter((block) => !remains.has(block))
    for (const [toolkit, content] of [...remains].flatMap(({ contents }) => [...contents])) {
      const unit = indexed.get(toolkit)
      if (unit?.content === content) units.set(toolkit, unit)
    }
  }
}
