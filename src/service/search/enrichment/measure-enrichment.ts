import type { Database } from '../../platform/database/index.ts'
import type { Metrics } from '../../platform/metrics/index.ts'
import { enrichmentStore } from './store.ts'

type Parts = { database: Database; metrics: Metrics }

/** Registers what operators see of use cases. */
export const measureEnrichment = ({ database, metrics }: Parts) => {
  const store = enrichmentStore(database.handle)
  metrics.gauges(
    [
      {
        name: 'plugboard_enrichment_tools',
        help: 'Tools with use cases (enriched), without because of invalid answers (failed), and waiting; each node reports the same',
        labels: ['state'],
      },
    ],
    async () =>
      Object.entries(await store.countTools()).map(([state, value]) => ({
        name: 'plugboard_enrichment_tools',
        labels: { state },
        value,
      })),
  )
  return {
    countRequest: metrics.counter({
      name: 'plugboard_enrichment_requests_total',
      help: 'Requests for use cases to the language model, by result: valid, invalid or failed',
      labels: ['result'],
    }),
    countTokens: metrics.counter({
      name: 'plugboard_enrichment_tokens_total',
      help: 'Tokens that these requests used',
      labels: [],
    }),
  }
}
