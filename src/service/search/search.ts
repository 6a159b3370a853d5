import {
  toToolCheck,
  type Catalog,
  type Toolkit,
  type ToolSummary,
  type ToolListFilter,
} from '../catalog/index.ts'
import type { Indexing } from '../../contract/indexing.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/index.ts'
import { createFairQueue } from '../platform/fair-queue.ts'
import type { Jobs } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Project } from '../endpoint/index.ts'
import type { Projects } from '../projects/index.ts'
import { createScopeIndex } from './scope-index.ts'
import { createEmbeddings } from './embeddings/create-embeddings.ts'
import type { EmbeddingModel } from './embeddings/embedding-model.ts'
import { createLocalModel } from './embeddings/local-model.ts'
import type { LocalModules } from './embeddings/local-modules.ts'
import { openAiCompatible } from './embeddings/openai-compatible.ts'
import { candidateCount } from './embeddings/rank-by-meaning.ts'
import {
  createExplainer,
  toQueryWords,
  type Explanation,
  type SearchRequest,
} from './engine/index.ts'
import { findWord } from './engine/segment.ts'
import { createEnrichment } from './enrichment/create-enrichment.ts'
import { publishUseCases } from './enrichment/publish-use-cases.ts'
import type { EnrichmentSettings } from './enrichment/settings.ts'
import { countEnriched, type EnrichmentState } from './enrichment/use-cases.ts'
import { createProjectIndexes } from './index/project-indexes.ts'
import type { ProjectIndex } from './index/project-index.ts'
import { createSnapshots } from './index/snapshots.ts'
import type { ModelEndpoint } from './model-api.ts'
import { toIndexing } from './to-indexing.ts'
import { createRank, type Found } from './rank.ts'
import type { SearchRules, SearchScope } from './scope.ts'
import { createScopeFilters } from './scope-filter.ts'
import { createToolkitRanking } from './toolkit-ranking.ts'

export type { SearchScope } from './scope.ts'

export type UseCase = Pick<SearchRequest, 'useCase' | 'knownFields' | 'boosts'>

/** How much of a project's tools a search could see. */
export type IndexState = Pick<ProjectIndex, 'isComplete' | 'total'> & {
  indexed: number
  /** Absent where no model writes use cases. */
  enrichment?: EnrichmentState
}

/** An index restricted to a scope, for any number of use cases. */
export type OpenedSearch = {
  index: IndexState
  rank(useCase: UseCase): Promise<Pick<Found, 'primary' | 'related'> & { fits: boolean }>
  /** Which words and fields gave a tool its rank; undefined for one that is not in the index. */
  explainer(useCase: UseCase): (slug: string) => Explanation | undefined
  /** The words of a use case that occur in the catalogue's tools. */
  knownWords(useCase: string): string[]
}

/** The query by which a list of tools is ranked. */
type ToolRanking = {
  toolkits: Toolkit[]
  filter: ToolListFilter
  words: string
  signal: AbortSignal
}

type FoundTool = Pick<ToolSummary, 'slug' | 'toolkit' | 'version'>

export type Search = Omit<ReturnType<typeof openSearch>, 'close' | 'forget'>

/** The longest list of ranked tools. */
const mostListed = 1000

/** The number of related tools per search. */
const mostRelated = 10

type Parts = {
  database: Database
  catalog: Catalog
  projects: Projects
  jobs: Jobs
  log: Log
  clock: Clock
  metrics: Metrics
  /** Ranks by meaning as well as by words. */
  embeddingModel?: EmbeddingModel | undefined
  embeddingEndpoint?: ModelEndpoint | undefined
  localEmbedding?: LocalModules | undefined
  /** Has use cases of tools written. */
  enrichment?: EnrichmentSettings | undefined
  /** How long a search waits for an index under construction. */
  waitMs?: number
}

/** Finds a project's tools by the task they are for, best first. */
export const openSearch = (parts: Parts) => {
  const { catalog, log } = parts
  const onError = (error: unknown) =>
    log.warn({ err: error }, 'A search index could not be read, written or built; it is rebuilt')
  const enrichment = openEnrichment(parts, () => indexes)
  const useCases = enrichment?.useCases
  const snapshots = createSnapshots({ ...parts, settings: useCases?.settings, onError })
  const owned = parts.embeddingModel ? undefined : openModel(parts)
  const model = parts.embeddingModel ?? owned
  const embeddings = model && createEmbeddings({ ...parts, model })
  const rank = createRank(embeddings?.rank)
  const { waitMs } = parts
  const indexes = createProjectIndexes({
    catalog,
    snapshots,
    useCases,
    onError,
    onUpdated: (project) => {
      embeddings?.fill(project)
      enrichment?.fill(project)
    },
    ...(waitMs !== undefined && { waitMs }),
  })
  const filterFor = createScopeFilters({ catalog })
  const indexFor = createScopeIndex({ catalog })
  const inTurn = createFairQueue({
    work: 'searches',
    concurrency: 8,
    waiting: 1_000,
    waitMs: 15_000,
  })

  /** Indexes all tools of the project, and stores the index where that is worth it. */
  const indexTools = async (project: Project, signal: AbortSignal): Promise<void> => {
    const stopped = Promise.withResolvers<never>()
    const stop = () => stopped.reject(signal.reason)
    signal.addEventListener('abort', stop)
    try {
      signal.throwIfAborted()
      await Promise.race([indexes.complete(project), stopped.promise])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  const narrow = async (project: Project, scope: SearchScope) => {
    const current = await indexes.current(project)
    return {
      current,
      filter: await filterFor(project, current, scope),
      index: await indexFor(project, current, scope),
      isReady: scope.isReady,
      vectors: embeddings?.vectorsOf(project, current),
    }
  }

  return {
    indexTools,

    /**
     * Runs a complete search of a project when it is its turn: a project with many searches does
     * not delay others.
     */
    inTurn,

    open: async (project: Project, scope: SearchScope): Promise<OpenedSearch> => {
      const narrowed = await narrow(project, scope)
      const { current, filter, index } = narrowed
      return {
        index: toState(current),
        rank: async (useCase) => {
          const { primary, fits, related } = await rank(narrowed, {
            ...useCase,
            limit: candidateCount,
            relatedLimit: mostRelated,
          })
          return { primary, fits: fits(), related }
        },
        explainer: (useCase) =>
          createExplainer(index, { ...useCase, filter, limit: candidateCount }),
        knownWords: (useCase) =>
          toQueryWords(useCase).filter((word) =>
            index.segments.some(({ segment }) => findWord(segment, word) !== undefined),
          ),
      }
    },

    /** The toolkits' tools that match the words, best first. */
    rankTools: (
      project: Project,
      { toolkits, filter, words, signal }: ToolRanking,
    ): Promise<{ tools: FoundTool[]; index?: Indexing }> =>
      inTurn(project.id, signal, async () => {
        const bySlug = await toBySlug(catalog, project, toolkits, filter)
        const narrowed = await narrow(project, { toolkits: bySlug, rules: toRules(filter) })
        const { primary } = await rank(narrowed, { useCase: words, limit: mostListed })
        const tools = primary.flatMap(({ slug, toolkit }) =>
          [bySlug.get(toolkit)].flatMap((owner) =>
            owner ? [{ slug, toolkit, version: owner.version }] : [],
          ),
        )
        return { tools, ...toIndexing(toState(narrowed.current)) }
      }),

    rankToolkits: createToolkitRanking({ catalog }),

    /** Drops the index of a deleted project. */
    forget: (projectId: string): void => indexes.forget(projectId),

    /** Stops background work. */
    close: async (): Promise<void> => {
      indexes.close()
      await snapshots.close()
      await owned?.close()
      await enrichment?.close()
    },
  }
}

const openModel = ({ embeddingEndpoint, localEmbedding }: Parts) => {
  if (embeddingEndpoint) return openAiCompatible(embeddingEndpoint)
  return localEmbedding && createLocalModel(localEmbedding)
}

const openEnrichment = (parts: Parts, indexes: () => ReturnType<typeof createProjectIndexes>) =>
  parts.enrichment &&
  createEnrichment({
    ...parts,
    settings: parts.enrichment,
    publish: (project) => publishUseCases({ ...parts, indexes: indexes() }, project),
  })

const toState = ({ isComplete, total, indexed, search: { count } }: ProjectIndex): IndexState => {
  const states = [...indexed.values()].flatMap(({ enrichment }) => enrichment ?? [])
  return {
    isComplete,
    total,
    indexed: count,
    ...(states.length > 0 && { enrichment: countEnriched(states) }),
  }
}

const toRules = (filter: ToolListFilter): SearchRules => ({
  key: JSON.stringify(['list', filter.tags, filter.scopes]),
  allowsToolkit: () => true,
  judgesTools: () => Object.values(filter).some((list) => list !== undefined),
  allowsTool: toToolCheck(filter),
})

/**
 * Toolkits by slug; all of a project are the catalogue's own map, by which filters are kept. Those
 * of few tools are not: no two requests name the same.
 */
const toBySlug = async (
  catalog: Catalog,
  project: Project,
  toolkits: readonly Toolkit[],
  { slugs }: ToolListFilter,
): Promise<ReadonlyMap<string, Toolkit>> => {
  const all = await catalog.listToolkits(project)
  const areAll =
    toolkits.length === all.size &&
    toolkits.every((toolkit) => all.get(toolkit.definition.slug) === toolkit)
  return areAll && !slugs
    ? all
    : new Map(toolkits.map((toolkit) => [toolkit.definition.slug, toolkit]))
}
