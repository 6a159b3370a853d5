import { z } from 'zod'
import { inBatches } from '../../platform/in-batches.ts'
import type { Database } from '../../platform/database/index.ts'
import { storedJson } from '../../platform/stored-json.ts'
import { nameSettings, planBatches, type EnrichedToolkit } from './plan-batches.ts'
import type { EnrichmentSettings } from './settings.ts'
import { enrichmentStore } from './store.ts'

/** How many tools have use cases. */
export type EnrichmentState = {
  enriched: number
  waiting: number
  /** Left out, as the model's answers for them were invalid. */
  failed: number
}

/** The use cases of a toolkit version that were stored when it was indexed. */
export type Enrichment = EnrichmentState & {
  /** Those of other settings are not searched. */
  settings: string
  /** Where they are stored. */
  addresses: string[]
}

/** The sum of the states of several toolkits. */
export const countEnriched = (states: readonly EnrichmentState[]): EnrichmentState => {
  const sum = (name: keyof EnrichmentState) =>
    states.reduce((total, state) => total + state[name], 0)
  return { enriched: sum('enriched'), waiting: sum('waiting'), failed: sum('failed') }
}

/** What an index reads of use cases. */
export type UseCases = {
  settings: string
  /** What is stored for each of these toolkits, in their order. */
  find(toolkits: readonly EnrichedToolkit[]): Promise<Enrichment[]>
  /** The use cases of tools, by slug; undefined if some of them are not stored any more. */
  read(addresses: readonly string[]): Promise<ReadonlyMap<string, readonly string[]> | undefined>
}

/** The use cases that a model has written. */
export const createUseCases = (
  database: Database,
  model: string,
  options: Pick<EnrichmentSettings, 'languages' | 'toolsPerToolkit'>,
): UseCases => {
  const store = enrichmentStore(database.handle)
  const settings = nameSettings(model, options)
  return {
    settings,
    find: async (toolkits) => {
      const planned = toolkits.map((toolkit) => planBatches(model, options, toolkit))
      const addresses = planned.flat().map(({ address }) => address)
      const rows = await inBatches(addresses, store.findRows, batchSize)
      const known = new Map(rows.map((row) => [row.address ?? '', row]))
      return planned.map((batches) => {
        const found: Enrichment = { settings, addresses: [], enriched: 0, waiting: 0, failed: 0 }
        for (const { address, slugs } of batches) {
          const row = known.get(address)
          if (row) found.addresses.push(address)
          found.enriched += row?.enriched ?? 0
          found.failed += row ? row.tools - row.enriched : 0
          found.waiting += row ? 0 : slugs.length
        }
        return found
      })
    },
    read: async (addresses) => {
      const rows = await inBatches(addresses, store.findContents, batchSize)
      if (rows.length < new Set(addresses).size) return undefined
      return new Map(rows.flatMap(({ id, content }) => Object.entries(readContent(content, id))))
    },
  }
}

const batchSize = 500

const readContent = storedJson(
  'search_use_cases.content',
  z.record(z.string(), z.array(z.string())),
)
