import { z } from 'zod'

/** The difficulty of a plan. */
export const difficulty = z.enum(['easy', 'medium', 'hard'])

/** The part of a plan that a search returns (spec 4.7). */
export type Plan = {
  id: string
  /**
   * Every tool that the plan names. A session that may not use one of them does not see the plan.
   */
  tools: readonly string[]
  steps: readonly string[]
  pitfalls: readonly string[]
  difficulty?: z.infer<typeof difficulty> | undefined
  guidance?: string | undefined
  snippets: readonly { description: string; code: string }[]
}
