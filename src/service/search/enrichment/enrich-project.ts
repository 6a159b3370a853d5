import type { Catalog, ToolDefinition } from '../../catalog/index.ts'
import type { Project } from '../../endpoint/index.ts'
import { timestamp, type Clock } from '../../platform/clock.ts'
import type { Database, Handle } from '../../platform/database/index.ts'
import { createId } from '../../platform/ids.ts'
import { inBatches } from '../../platform/in-batches.ts'
import { toSearchable, toSearchableToolkit } from '../to-searchable.ts'
import type { LanguageModel } from './language-model.ts'
import { planBatches, type Batch, type EnrichedToolkit } from './plan-batches.ts'
import type { EnrichmentSettings } from './settings.ts'
import { enrichmentStore, type UseCasesRow } from './store.ts'
import { writeUseCases, type Counted } from './write-use-cases.ts'

type Parts = {
  database: Database
  catalog: Pick<Catalog, 'listToolkits' | 'listTools' | 'findTools'>
  clock: Clock
  model: Pick<LanguageModel, 'name' | 'ask'>
  settings: EnrichmentSettings
  /** Called before each request; throws when no more tokens may be used today. */
  takeTurn: () => Promise<void>
  count: Counted
}

type Wanted = { toolkit: EnrichedToolkit; batch: Batch }

/** A project that has more waits for its turn again, so that one does not delay the others. */
const mostBatches = 100
const batchSize = 500

/**
 * Has the use cases written that a project's newest tools lack, of a bounded number of tools. What
 * was written is stored at once, so that nothing is asked twice. Returns how many tools still wait;
 * throws where the model cannot be used.
 */
export const enrichProject = async (
  parts: Parts,
  project: Project,
  signal: AbortSignal,
): Promise<number> => {
  const store = enrichmentStore(parts.database.handle)
  const wanted = await planProject(parts, project)
  const addresses = wanted.map(({ batch }) => batch.address)
  const rows = await inBatches(addresses, store.findRows, batchSize)
  await refer(parts.database, project.id, rows)
  const known = new Set(rows.map(({ address }) => address))
  const missing = wanted.filter(({ batch }) => !known.has(batch.address))
  const waiting = () => missing.reduce((sum, { batch }) => sum + batch.slugs.length, 0)
  const note = () =>
    store.upsertWaiting({
      project_id: project.id,
      waiting: waiting(),
      updated_at: timestamp(parts.clock),
    })

  await note()
  const due = missing.slice(0, mostBatches)
  const stop = new AbortController()
  const anySignal = AbortSignal.any([signal, stop.signal])
  const work = async () => {
    for (let next = due.shift(); next && !anySignal.aborted; next = due.shift()) {
      await parts.takeTurn()
      await enrichBatch(parts, project, next, anySignal)
      missing.splice(missing.indexOf(next), 1)
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: parts.settings.concurrency }, () =>
      work().catch((error: unknown) => {
        stop.abort(error)
        throw error
      }),
    ),
  )
  await note()
  signal.throwIfAborted()
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw stop.signal.reason
  return waiting()
}

const planProject = async (
  { catalog, model, settings }: Parts,
  project: Project,
): Promise<Wanted[]> => {
  const wanted: Wanted[] = []
  for (const [slug, { version, definition }] of await catalog.listToolkits(project)) {
    const toolkit: EnrichedToolkit = {
      searchable: toSearchableToolkit(definition),
      version,
      tools: await catalog.listTools(project, slug, version),
      featured: definition.featured ?? [],
    }
    for (const batch of planBatches(model.name, settings, toolkit)) wanted.push({ toolkit, batch })
  }
  return wanted
}

/** Keeps the use cases that the project's tools have, and releases the others. */
const refer = async (
  database: Database,
  projectId: string,
  rows: readonly Pick<UseCasesRow, 'id' | 'address'>[],
): Promise<void> => {
  const store = enrichmentStore(database.handle)
  const used = new Set(await store.listUses(projectId))
  const current = new Set(rows.map(({ id }) => id))
  for (const { id, address } of rows)
    if (!used.has(id) && address !== null)
      await database.transaction((transaction) => referTo(transaction, projectId, address))
  const unused = [...used].filter((id) => !current.has(id))
  for (let start = 0; start < unused.length; start += batchSize)
    await store.deleteUses(projectId, unused.slice(start, start + batchSize))
}

/** Returns whether there are use cases at the address. */
const referTo = async (
  transaction: Handle,
  projectId: string,
  address: string,
): Promise<boolean> => {
  const inside = enrichmentStore(transaction)
  const row = await inside.lockRow(address)
  if (row) await inside.insertUse({ project_id: projectId, use_cases_id: row.id })
  return row !== undefined
}

const enrichBatch = async (
  parts: Parts,
  project: Project,
  { toolkit: { searchable, version }, batch }: Wanted,
  signal: AbortSignal,
): Promise<void> => {
  const found = await parts.catalog.findTools(
    project,
    batch.slugs.map((slug) => ({ slug, version })),
  )
  const definitions = new Map(
    found.map(({ definition }): [string, ToolDefinition] => [definition.slug, definition]),
  )
  const tools = batch.slugs.flatMap((slug) => {
    const definition = definitions.get(slug)
    return definition ? [toSearchable(definition, searchable)] : []
  })
  // The toolkit was deleted meanwhile.
  if (tools.length < batch.slugs.length) return
  const useCases = await writeUseCases(parts, searchable, tools, signal)
  const row: UseCasesRow = {
    id: createId('suc_'),
    address: batch.address,
    unused_at: null,
    tools: tools.length,
    enriched: useCases.size,
    content: JSON.stringify(Object.fromEntries(useCases)),
    created_at: timestamp(parts.clock),
  }
  await parts.database.transaction(async (transaction) => {
    if (await referTo(transaction, project.id, batch.address)) return
    await enrichmentStore(transaction).insertRow(row)
    await referTo(transaction, project.id, batch.address)
  })
}
