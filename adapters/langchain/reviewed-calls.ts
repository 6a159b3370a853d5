import type { AgentTool } from '../../src/index.ts'

/** Where a call is made. */
export type CallPlace = {
  /** The model's name of the tool: a provider that counts calls gives several tools the same id. */
  name: string
  id?: string | undefined
  thread: unknown
}

/**
 * The calls that LangChain's human-in-the-loop middleware asks a person about. It runs such a call
 * only after the person has approved or edited it.
 */
export type ReviewedCalls = {
  set: (place: CallPlace, isReviewed: boolean) => void
  /** Returns whether a call is one of them. The answer holds for one execution. */
  take: (place: CallPlace) => boolean
}

/** Rejected calls are never taken. */
const maximum = 10_000

export const createReviewedCalls = (): ReviewedCalls => {
  const calls = new Set<string>()
  const toKey = ({ name, id = '', thread }: CallPlace) => JSON.stringify([thread ?? null, name, id])
  return {
    set: (place, isReviewed) => {
      const key = toKey(place)
      calls.delete(key)
      if (isReviewed && place.id !== undefined) calls.add(key)
      const [oldest] = calls
      if (calls.size > maximum && oldest !== undefined) calls.delete(oldest)
    },
    take: (place) => calls.delete(toKey(place)),
  }
}

/** The tools that were made for LangChain, with what they were made of. */
export const madeTools = new WeakMap<object, { tool: AgentTool; reviewed: ReviewedCalls }>()
