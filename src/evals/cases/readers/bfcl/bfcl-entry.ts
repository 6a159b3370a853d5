import { z } from 'zod'

const message = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })

/**
 * One line of a BFCL question file; its parameter schemas resemble JSON Schema but are not valid.
 */
export const bfclQuestion = z.object({
  id: z.string(),
  question: z.array(z.array(message)),
  function: z.array(
    z.object({
      name: z.string(),
      description: z.string().optional(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type BfclQuestion = z.output<typeof bfclQuestion>

/**
 * One line of a BFCL answer file: each call names its function and, for each parameter, the allowed
 * values.
 */
export const bfclAnswer = z.object({
  id: z.string(),
  ground_truth: z.array(z.record(z.string(), z.record(z.string(), z.array(z.json())))),
})
export type BfclAnswer = z.output<typeof bfclAnswer>

const parameters = z.object({
  properties: z.record(z.string(), z.unknown()).catch({}),
  required: z.array(z.string()).catch([]),
})

/** The parameters that a function of an entry declares; empty if they cannot be read. */
export const parametersOf = (
  { function: functions }: BfclQuestion,
  name: string,
): z.output<typeof parameters> =>
  parameters.safeParse(functions.find((each) => each.name === name)?.parameters).data ?? {
    properties: {},
    required: [],
  }
