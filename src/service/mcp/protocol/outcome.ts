import type { Paging } from '../../../contract/paging.ts'

export type Data = Record<string, unknown>

/** The outcome of a call. */
export type Outcome = {
  data: Data
  error: string | null
  logId: string | null
  paging?: Paging | undefined
  /** The arguments that came as texts of JSON, and were parsed. */
  parsedArguments?: readonly string[] | undefined
}

/**
 * The data of the calls in an outcome: of each call inside a multi-execute, otherwise of the call
 * itself.
 */
export const callsIn = (data: Data): unknown[] => {
  const { results } = data
  return Array.isArray(results) ? results.filter(isData).map((result) => result['data']) : [data]
}

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
