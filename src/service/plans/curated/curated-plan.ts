import { z } from 'zod'
import { difficulty } from '../plan.ts'

const text = z.string().trim().min(1).max(2000)

/**
 * The content of an operator's plan file. Unknown keys are refused, since a misspelled key would be
 * ignored silently.
 */
export const curatedPlan = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower-case letters, digits, _ and -, at most 64'),
  use_cases: z.array(text).min(1).max(50),
  tools: z
    .array(z.string().regex(/^[A-Z0-9_]{1,64}$/, 'must be the slug of a tool, in upper case'))
    .min(1)
    .max(30),
  steps: z.array(text).min(1).max(50),
  pitfalls: z.array(text).max(50).default([]),
  difficulty: difficulty.optional(),
  guidance: text.optional(),
  snippets: z
    .array(z.strictObject({ description: text, code: z.string().min(1).max(20_000) }))
    .max(20)
    .default([]),
})

export type CuratedPlan = z.infer<typeof curatedPlan>
