import { z } from 'zod'

/** How hard a plan is to carry out. */
export const difficulty = z.enum(['easy', 'medium', 'hard'])

/** What a search answers of a plan (spec 4.7). */
export type Plan = {
  id: string
  /**
   * Every tool that the plan names: a session that may not use one of them does not see the plan.
   */
  tools: readonly string[]
  steps: readonly string[]
  pitfalls: readonly string[]
  difficulty?: z.infer<typeof difficulty> | undefined
  guidance?: string | undefined
  snippets: readonly { description: string; code: string }[]
}
