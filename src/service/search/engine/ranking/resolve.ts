import type { Query } from '../query/read-query.ts'
import type { SearchIndex } from '../search-index.ts'
import { planTerms, type Plan } from './plan-terms.ts'
import { createSignals } from './signals.ts'
import { fitToolkits, type ToolkitFit } from './toolkits.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A query with what an index knows of its words: all that scores a tool. */
export type Resolved = {
  query: Query
  plan: Plan
  toolkits: ToolkitFit
  signals: ReturnType<typeof createSignals>
}

/** `named` are the toolkits that other steps of the request name. */
export const resolve = (
  index: SearchIndex,
  vocabulary: Vocabulary,
  query: Query,
  named?: ToolkitFit['named'],
): Resolved => toResolved(index, vocabulary, query, planTerms(vocabulary, query), named)

export const toResolved = (
  index: SearchIndex,
  vocabulary: Vocabulary,
  query: Query,
  plan: Plan,
  named?: ToolkitFit['named'],
): Resolved => ({
  query,
  plan,
  toolkits: fitToolkits(index, query, plan, vocabulary, named),
  signals: createSignals(index, query, plan),
})
