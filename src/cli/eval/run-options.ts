import type { CassetteMode } from '../../evals/index.ts'
import type { ConnectionOptions } from '../service-connection.ts'

/** The options of `plugboard eval run`. */
export type RunEvalsOptions = ConnectionOptions & {
  model?: string
  baseUrl?: string
  modelKey?: string
  runners?: string
  adapter?: string[]
  judge?: string
  criterion?: string[]
  simulator?: string
  evaluatorBaseUrl?: string
  evaluatorKey?: string
  trials: number
  concurrency: number
  mode: CassetteMode
  cassettes: string
  user: string
  threshold?: string[]
  baseline?: string
  prices?: string
  report?: string[]
}
