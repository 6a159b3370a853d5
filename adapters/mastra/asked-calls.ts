/** The calls of a tool that Mastra asks a person about, by their arguments. */
export type AskedCalls = {
  set: (toolArguments: unknown, isAsked: boolean) => void
  /** Returns whether a call is one of them. The answer holds for one execution. */
  take: (toolArguments: unknown) => boolean
}

/** Declined calls are never taken. */
const maximum = 1000

export const createAskedCalls = (): AskedCalls => {
  const calls = new Set<string>()
  return {
    set: (toolArguments, isAsked) => {
      const key = toKey(toolArguments)
      calls.delete(key)
      if (isAsked) calls.add(key)
      const [oldest] = calls
      if (calls.size > maximum && oldest !== undefined) calls.delete(oldest)
    },
    take: (toolArguments) => calls.delete(toKey(toolArguments)),
  }
}

/** A run that is resumed from storage may have the properties in another order. */
const toKey = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )
