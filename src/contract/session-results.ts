import { z } from 'zod'
import { jsonObject } from './common.ts'
import { fileName, mediaType } from './files.ts'
import { jsonInput } from './json-input.ts'
import { bodyLimits } from './json-limits.ts'
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

/** A file in the data of a result. */
export type FileReference = {
  url: string
  /** Media type, such as `image/png`. */
  content_type: string
  /** Bytes. */
  size: number
  expires_at: string
  /** Without folders and dangerous characters, at most 200 bytes. */
  name?: string
}

/** Limits of the files of one result that a custom tool made. */
export const answeredFiles = { count: 10, bytes: 24 * 1024 * 1024 } as const

/** The result of a custom tool. Its files have their places in `data`, which holds null there. */
export const answeredResult = z.object({
  data: jsonInput(bodyLimits).describe('What the tool answered'),
  files: z
    .array(
      z.object({
        at: z
          .string()
          .max(8)
          .regex(/^\/(?:file|files\/\d)$/, 'must be /file, or /files/0 to /files/9')
          .describe('Place of the file in `data`'),
        base64: z.base64().max(Math.ceil((answeredFiles.bytes * 4) / 3) + 4),
        content_type: mediaType,
        name: fileName.optional(),
      }),
    )
    .max(answeredFiles.count)
    .optional(),
})
export type AnsweredResult = z.output<typeof answeredResult>

export const shownResult = z.object({
  data: jsonObject
    .nullable()
    .describe(
      'The result as a model sees it: with addresses of its files, or a preview with a handle if it is longer than `auto_offload_threshold`. Null: as it was given',
    ),
})
