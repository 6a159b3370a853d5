import type { Query } from '../query/read-query.ts'
import type { SearchIndex } from '../search-index.ts'
import { planTerms, type Plan } from './plan-terms.ts'
import { createSignals, type SignalReader } from './signals.ts'
import { fitToolkits, type ToolkitFit } from './toolkits.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A query with what an index knows of its words: all that scores a tool. */
export type Resolved = {
  query: Query
  plan: Plan
  toolkits: ToolkitFit
  signals: SignalReader
  vocabulary: Vocabulary
}

type Options = {
  /** The toolkits that other steps of the request name. */
  named?: ToolkitFit['named']
  /** What a toolkit counts among equals, up to 1. */
  weightOf?: ((toolkit: string) => number) | undefined
}

export const resolve = (
  index: SearchIndex,
  vocabulary: Vocabulary,
  query: Query,
  options: Options = {},
): Resolved => toResolved(index, vocabulary, query, planTerms(vocabulary, query), options)

export const toResolved = (
  index: SearchIndex,
  vocabulary: Vocabulary,
  query: Query,
  plan: Plan,
  { named, weightOf }: Options = {},
): Resolved => ({
  query,
  plan,
  toolkits: fitToolkits(index, query, plan, vocabulary, named, weightOf),
  signals: createSignals(index, query, plan),
  vocabulary,
})
