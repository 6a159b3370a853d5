import { z } from 'zod'
import { selection } from './select.ts'

/** A part of a stored result. */
export const resultPart = z.object({
  handle: z.string(),
  path: z.string().describe('Path of the part; empty: the whole result'),
  type: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  total: z
    .number()
    .describe('Items of an array, characters of a string, keys of an object; otherwise 1'),
  offset: z.number(),
  next_offset: z.number().nullable().describe('Start of the next page; null on the last page'),
  value: z.unknown(),
  selection: selection.optional(),
  shortened: z
    .array(z.string())
    .describe(
      'Paths of parts that are too large for one page and only shown in outline; read them separately',
    ),
})
export type ResultPart = z.infer<typeof resultPart>
