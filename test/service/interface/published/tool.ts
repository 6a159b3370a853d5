import { z } from 'zod'
import { texts } from './common.ts'
import { parameters } from './json-schema.ts'

/** A tool (spec 2.6). */
export const tool = z.object({
  slug: z.string().min(1),
  aliases: texts.optional(),
  name: z.string(),
  description: z.string(),
  toolkit: z.object({ slug: z.string(), name: z.string(), logo: z.string() }),
  input_parameters: parameters,
  output_parameters: parameters,
  no_auth: z.boolean(),
  version: z.string(),
  available_versions: texts,
  scopes: texts,
  tags: texts,
  annotations: z.record(z.string(), z.boolean()).optional(),
  human_description: z.string().optional(),
  is_deprecated: z.boolean(),
  deprecated: z.object({
    displayName: z.string(),
    version: z.string(),
    available_versions: texts,
    is_deprecated: z.boolean(),
    toolkit: z.object({ logo: z.string() }),
  }),
})
