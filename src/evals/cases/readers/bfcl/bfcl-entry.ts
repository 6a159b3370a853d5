import { z } from 'zod'

const message = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })

/** One line of a set of questions of BFCL; its parameter schemas look like JSON Schema and are none. */
export const bfclQuestion = z.object({
  id: z.string(),
  question: z.array(z.array(message)),
  function: z.array(z.object({ name: z.string(), description: z.string().optional(), parameters: z.record(z.string(), z.unknown()) })),
})
export type BfclQuestion = z.output<typeof bfclQuestion>

/** One line of a set of possible answers: each call names its function and, for each parameter, the allowed values. */
export const bfclAnswer = z.object({
  id: z.string(),
  ground_truth: z.array(z.record(z.string(), z.record(z.string(), z.array(z.json())))),
})
export type BfclAnswer = z.output<typeof bfclAnswer>
