import { z } from 'zod'
import { valuePath } from '../import-trigger-request.ts'

/** A JSON scalar in a recipe. */
export const scalar = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])

export const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be a header name')

/** One condition on an answer. Names are matched exactly, header names in any letter case. */
export const answerCondition = z
  .union([
    z.strictObject({
      in: z.literal('status'),
      one_of: z.array(z.number().int().min(100).max(599)).min(1).max(50),
    }),
    z.strictObject({
      in: z.literal('header'),
      name: headerName,
      one_of: z.array(z.string().max(500)).min(1).max(50).optional(),
    }),
    z
      .strictObject({
        in: z.literal('body'),
        path: valuePath.min(1),
        one_of: z.array(scalar).min(1).max(200).optional(),
        not_one_of: z.array(scalar).min(1).max(200).optional(),
      })
      .refine(
        ({ one_of: some, not_one_of: none }) => some === undefined || none === undefined,
        'has `one_of` or `not_one_of`, not both',
      ),
  ])
  .describe(
    'With `one_of`: the value is one of these; with `not_one_of`: there is a value and it is none of these; with neither: there is a value other than null, false, "" and []',
  )
export type AnswerCondition = z.output<typeof answerCondition>

/** All must hold. */
export const answerConditions = z.array(answerCondition).min(1).max(10)

/** Operations that a rule is for: operation ids, `METHOD /path`, paths, tags or their beginnings. */
export const appliesTo = z
  .array(z.string().min(1).max(2000))
  .min(1)
  .max(500)
  .optional()
  .describe(
    'Only operations whose tag, operation id, path or "METHOD /path" begins with one of these; default: all',
  )
