import { z } from 'zod'

/** A part of a stored result. */
export const resultPart = z.object({
  handle: z.string(),
  path: z.string().describe('Where the part lies; empty: the whole result'),
  type: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  total: z
    .number()
    .describe('Items of an array, characters of a string, keys of an object; else 1'),
  offset: z.number(),
  next_offset: z.number().nullable().describe('Where the next page begins; null on the last one'),
  value: z.unknown(),
  shortened: z
    .array(z.string())
    .describe(
      'Paths of parts that are too large for one page and only shown in outline; read them by themselves',
    ),
})
export type ResultPart = z.infer<typeof resultPart>
