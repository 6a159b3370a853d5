import { setImmediate } from 'node:timers/promises'
import type { Project } from '../../endpoint/index.ts'
import { deleteInBatches } from '../../platform/delete-in-batches.ts'
import type { Catalog } from '../../catalog/index.ts'
import { dayMs, timestamp, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import type { SearchableTool } from '../engine/index.ts'
import { searchStore } from '../store.ts'
import { readSearchable, toSearchableToolkit } from '../to-searchable.ts'
import { embed } from './embed.ts'
import { nameOfModel, type EmbeddingModel } from './embedding-model.ts'
import { toText } from './vector.ts'

type Parts = {
  database: Database
  catalog: Pick<Catalog, 'listToolkits' | 'listTools' | 'readDocuments'>
  clock: Clock
  model: EmbeddingModel
}

const batchSize = 500
const usualCharacters = 2000
/** How long vectors of another model are kept, for nodes that still run with that model. */
const otherModelsKeptMs = 7 * dayMs

/** Creates the vectors that a project's newest tools lack, and deletes those of removed tools. */
export const fillVectors = async (
  { database, catalog, clock, model }: Parts,
  project: Project,
  signal: AbortSignal,
  /** Called when the vectors of another toolkit are complete. */
  onFilled: () => void,
): Promise<void> => {
  const store = searchStore(database.handle)
  const name = nameOfModel(model)
  const current = new Set<string>()
  for (const [slug, { version, definition }] of await catalog.listToolkits(project)) {
    signal.throwIfAborted()
    const hashes = new Map(
      (await catalog.listTools(project, slug, version)).map((tool) => [tool.slug, tool.hash]),
    )
    for (const hash of hashes.values()) current.add(hash)
    const missing = await findMissing(store, project.id, name, hashes)
    if (missing.size === 0) continue
    for await (const page of catalog.readDocuments(project, { slug, version })) {
      const wanted = page.filter((tool) => missing.has(tool.slug))
      if (wanted.length === 0) continue
      const texts = wanted.map(({ document }) =>
        toEmbeddedText(readSearchable(document, toSearchableToolkit(definition)), model),
      )
      const vectors = await embed(model, texts, signal)
      const created_at = timestamp(clock)
      await store.insertVectors(
        wanted.map((tool, index) => ({
          project_id: project.id,
          model: name,
          hash: hashes.get(tool.slug) ?? '',
          // Empty where the model refused the text, so that it is not asked again.
          vector: toText(vectors[index] ?? new Int8Array()),
          created_at,
        })),
      )
    }
    onFilled()
    await setImmediate()
  }
  await removeOthers(store, project.id, name, current)
  const unused = new Date(clock.now().getTime() - otherModelsKeptMs).toISOString()
  await deleteInBatches((limit) =>
    store.deleteSomeVectorsOfOtherModels(project.id, name, unused, limit),
  )
}

const findMissing = async (
  store: ReturnType<typeof searchStore>,
  projectId: string,
  model: string,
  hashes: ReadonlyMap<string, string>,
): Promise<Set<string>> => {
  const all = [...hashes]
  const missing = new Set<string>()
  for (let start = 0; start < all.length; start += batchSize) {
    const batch = all.slice(start, start + batchSize)
    const known = new Set(
      await store.listKnownHashes(
        projectId,
        model,
        batch.map(([, hash]) => hash),
      ),
    )
    for (const [slug, hash] of batch) if (!known.has(hash)) missing.add(slug)
  }
  return missing
}

const removeOthers = async (
  store: ReturnType<typeof searchStore>,
  projectId: string,
  model: string,
  current: ReadonlySet<string>,
): Promise<void> => {
  let after = ''
  for (;;) {
    const hashes = await store.listHashes(projectId, model, after, batchSize)
    const last = hashes.at(-1)
    if (last === undefined) return
    const gone = hashes.filter((hash) => !current.has(hash))
    if (gone.length > 0) await store.deleteVectors(projectId, model, gone)
    after = last
  }
}

/** The text of a tool that is embedded. */
export const toEmbeddedText = (
  { name, toolkitName, description, parameters }: SearchableTool,
  { maximumCharacters = usualCharacters }: EmbeddingModel,
): string =>
  [
    `${name} (${toolkitName})`,
    description,
    parameters.length > 0
      ? `Takes ${parameters.map((parameter) => parameter.name).join(', ')}`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, maximumCharacters)
