import type { Catalog } from '../catalog/index.ts'
import type { Capability } from '../endpoint/index.ts'
import type { Platform } from '../platform/open-platform.ts'
import type { Projects } from '../projects/index.ts'
import type { EmbeddingModel } from './embeddings/embedding-model.ts'
import type { LocalModules } from './embeddings/local-modules.ts'
import type { EnrichmentSettings } from './enrichment/settings.ts'
import type { ModelEndpoint } from './model-api.ts'
import { searchMigrations } from './migrations.ts'
import { openSearch } from './search.ts'
import { searchRetention } from './retention.ts'

type Needs = {
  projects: Projects
  catalog: Catalog
  embeddingModel: EmbeddingModel | undefined
  embeddingEndpoint: ModelEndpoint | undefined
  localEmbedding: LocalModules | undefined
  enrichment: EnrichmentSettings | undefined
}

/** Finds the tools and toolkits of a project by their purpose. */
export const createSearch = (platform: Platform, needs: Needs) => {
  const { close, ...api } = openSearch({ ...platform, ...needs })
  return {
    api,
    migrations: searchMigrations,
    retention: searchRetention,
    close,
  } satisfies Capability
}

export type { EmbeddingModel } from './embeddings/embedding-model.ts'
export type { ModelEndpoint } from './model-api.ts'
export type { EnrichmentSettings } from './enrichment/settings.ts'
export type { EnrichmentState } from './enrichment/use-cases.ts'
export { toLanguages } from './enrichment/to-languages.ts'
export { findLocalModules, localPackages, type LocalModules } from './embeddings/local-modules.ts'
export {
  toQueryWords,
  type Ranked,
  type SearchableTool,
  type SearchResponse,
} from './engine/index.ts'
export type { IndexState, OpenedSearch, Search, UseCase } from './search.ts'
export { closeShare } from './spread-toolkits.ts'
export { toIndexing } from './to-indexing.ts'
export { toSearchable, toSearchableToolkit } from './to-searchable.ts'
