import { z } from 'zod'

const message = z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })

/**
 * One line of a set of questions of BFCL; its parameter schemas look like JSON Schema and are none.
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
 * One line of a set of possible answers: each call names its function and, for each parameter, the
 * allowed values.
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

/**
 * What the named function of an entry declares; nothing where it declares nothing that can be read.
 */
export const parametersOf = (
  { function: functions }: BfclQuestion,
  name: string,
): z.output<typeof parameters> =>
  parameters.safeParse(functions.find((each) => each.name === name)?.parameters).data ?? {
    properties: {},
    required: [],
  }
