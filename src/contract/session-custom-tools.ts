import { z } from 'zod'
import { toolkitSlug } from './common.ts'
import { jsonInput, looseInput } from './json-input.ts'
import { schemaLimits } from './json-limits.ts'
import { objectSchema } from './object-schema.ts'

const localSlug = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[0-9A-Za-z_-]+$/, 'must be letters, digits, "_" and "-"')

const label = z.string().min(1).max(200)

/** A JSON Schema of arguments: `type` must be `object`, with `properties` (spec 4.7). */
const inputSchema = looseInput(
  { type: z.literal('object'), properties: jsonInput(schemaLimits) },
  schemaLimits,
)

/** Ignored in a request, so that an answer can be sent back unchanged. */
const asAnswered = 'As in answers; has no effect'

const toolFields = {
  slug: localSlug.describe(
    'Plain, or in the form LOCAL_<TOOL> or LOCAL_<TOOLKIT>_<TOOL>; at most 60 characters with the prefix',
  ),
  name: label,
  description: z.string().min(1).max(10_000),
  input_schema: inputSchema,
  output_schema: jsonInput(schemaLimits)
    .optional()
    .describe(
      "Schema of the tool's result; a result that is not an object is described as the property `result` of one",
    ),
  original_slug: z.string().max(60).optional().describe(asAnswered),
}

const maximumCustomTools = 1_000

const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * An IANA name such as `Europe/Vienna`. Offsets such as `+02:00` are not accepted, because they do
 * not account for daylight saving time.
 */
const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, 'must be an IANA time zone such as Europe/Vienna')

const customTools = z
  .array(
    z.object({
      ...toolFields,
      extends_toolkit: toolkitSlug
        .optional()
        .describe('A toolkit whose connection the tool inherits'),
    }),
  )
  .max(maximumCustomTools)

const customToolkits = z
  .array(
    z.object({
      slug: toolkitSlug,
      name: label,
      description: z.string().min(1).max(10_000),
      tools: z.array(z.object(toolFields)).max(maximumCustomTools),
    }),
  )
  .max(100)

/**
 * `experimental` of session creation: tools that run in the caller's process, and the assistive
 * prompt.
 */
export const experimentalRequest = z.object({
  assistive_prompt: z.string().max(100_000).optional().describe(asAnswered),
  assistive_prompt_config: z.object({ user_timezone: timeZone.optional() }).optional(),
  custom_toolkits: customToolkits.optional(),
  custom_tools: customTools.optional(),
})
export type ExperimentalRequest = z.output<typeof experimentalRequest>

const toolRecord = z.object({
  slug: z.string().describe('Including the prefix'),
  original_slug: z.string().describe('As supplied'),
  name: z.string(),
  description: z.string(),
  input_schema: objectSchema,
  output_schema: objectSchema.optional(),
})

/** `experimental` of the answers to creation and attachment. */
export const experimental = z.object({
  assistive_prompt: z.string().describe('For the system prompt of the agent'),
  custom_toolkits: z
    .array(
      z.object({
        slug: z.string(),
        name: z.string(),
        description: z.string(),
        tools: z.array(toolRecord),
      }),
    )
    .optional(),
  custom_tools: z.array(toolRecord.extend({ extends_toolkit: z.string().optional() })).optional(),
})
export type Experimental = z.infer<typeof experimental>
