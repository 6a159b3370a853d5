import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import type { EmbeddingModel } from './embeddings/embedding-model.ts'
import type { LocalModules } from './embeddings/local-modules.ts'
import type { EnrichmentSettings } from './enrichment/settings.ts'
import type { ModelEndpoint } from './model-api.ts'
import { searchMigrations } from './migrations.ts'
import { loadOnce } from '../platform/load-once.ts'
import type { Search } from './search.ts'
import { searchRetention } from './retention.ts'

type Needs = {
  projects: Projects
  catalog: Catalog
  embeddingModel: EmbeddingModel | undefined
  embeddingEndpoint: ModelEndpoint | undefined
  localEmbedding: LocalModules | undefined
  enrichment: EnrichmentSettings | undefined
}

/**
 * Finds the tools and toolkits of a project by their purpose.
 *
 * The engine, with its tables of words, is loaded by the first search or import: it is the largest
 * part of a start that does neither. Where a model takes part, its jobs have to be defined before any
 * runs, so `open` loads it.
 */
export const createSearch = (platform: Platform, needs: Needs) => {
  const opened = loadOnce(async () => {
    const { openSearch } = await import('./search.ts')
    return openSearch({ ...platform, ...needs })
  })
  let isOpen = false
  const load = () => {
    isOpen = true
    return opened()
  }
  platform.events.subscribe('project.deleted', 'search', async ({ scope }) => {
    if (isOpen) (await opened()).forget(scope)
  })
  const api: Search = {
    indexTools: async (...given) => (await load()).indexTools(...given),
    inTurn: async (...given) => (await load()).inTurn(...given),
    open: async (...given) => (await load()).open(...given),
    rankTools: async (...given) => (await load()).rankTools(...given),
    rankToolkits: async (...given) => (await load()).rankToolkits(...given),
  }
  return {
    api,
    migrations: searchMigrations,
    retention: searchRetention,
    ...(usesModel(needs) && { open: load }),
    close: async () => {
      if (isOpen) await (await opened()).close()
    },
  } satisfies Capability
}

const usesModel = (needs: Needs): boolean =>
  [needs.embeddingModel, needs.embeddingEndpoint, needs.localEmbedding, needs.enrichment].some(
    (model) => model !== undefined,
  )

/** Loads the function that reads the words of a use case as the engine does. */
export const loadQueryWords = async () => (await import('./engine/index.ts')).toQueryWords

export type { EmbeddingModel } from './embeddings/embedding-model.ts'
export type { ModelEndpoint } from './model-api.ts'
export type { EnrichmentSettings } from './enrichment/settings.ts'
export type { EnrichmentState } from './enrichment/use-cases.ts'
export { toLanguages } from './enrichment/to-languages.ts'
export { findLocalModules, localPackages, type LocalModules } from './embeddings/local-modules.ts'
export type { Ranked, SearchableTool, SearchResponse } from './engine/index.ts'
export type { IndexState, OpenedSearch, Search, UseCase } from './search.ts'
export { closeShare } from './spread-toolkits.ts'
export { toIndexing } from './to-indexing.ts'
export { toSearchable, toSearchableToolkit } from './to-searchable.ts'
