export type Data = Record<string, unknown>

/** How a call ended. */
export type Outcome = { data: Data; error: string | null; logId: string | null }

/** The data of the calls in an outcome: of each of a multi-execute, else of the one call itself. */
export const callsIn = (data: Data): unknown[] => {
  const { results } = data
  return Array.isArray(results) ? results.filter(isData).map((result) => result['data']) : [data]
}

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
