import { z } from 'zod'

/** The parts of an answer that a caller wants. */
export const select = z
  .union([
    z.string().min(1).max(2000),
    z
      .array(
        z
          .string()
          .max(500)
          .regex(/^(?:\/|$)/, 'must be empty or begin with /'),
      )
      .min(1)
      .max(50),
  ])
  .describe(
    'Answer only these parts of `data`: a JMESPath expression such as `items[].{id: id, title: title}`, or a list of JSON Pointers such as `/items/0/title`',
  )
export type Select = z.output<typeof select>

/** Beside the data of an answer from which `select` did not take a value. */
export const selection = z
  .object({
    message: z.string().describe('For a model'),
    shape: z
      .unknown()
      .optional()
      .describe('The types of the values in the answer, in which there are the names to select'),
    handle: z
      .string()
      .optional()
      .describe('In a session: the whole answer was stored, and can be read under this name'),
  })
  .describe('Present where `select` took nothing from the answer, or could not be applied')
export type Selection = z.output<typeof selection>
