import type { ModelEndpoint } from '../model-api.ts'

/** The operator's settings of the language model that writes use cases. */
export type EnrichmentSettings = ModelEndpoint & {
  /** Codes such as `en`, `de`; see `toLanguages`. */
  languages: readonly string[]
  /** The most tools of one toolkit that get use cases; featured ones first. */
  toolsPerToolkit: number
  /** Of all nodes, in a day of UTC; the requests under way when it is reached are still counted. */
  tokensPerDay: number
  /** Requests that a node sends at a time. */
  concurrency: number
  /** How long the model may take for an answer; absent: a minute. */
  timeoutMs?: number
  /** How long the model is left alone after its first failure; absent: 30 seconds. */
  firstPauseMs?: number
}

export const mostLanguages = 6

/** Use cases of a tool in all languages together. */
const mostUseCases = 12

/** How many use cases are written in each language. */
export const perLanguage = (languages: readonly string[]): number =>
  Math.min(5, Math.floor(mostUseCases / languages.length))
