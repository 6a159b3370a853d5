import { z } from 'zod'
import type { TriggerTypeDefinition } from './definitions.ts'

const jsonSchema = z.record(z.string(), z.unknown())

/** Trigger types as an import brings them: each slug begins with the toolkit's. */
export const triggerTypesSchema = (toolkit: string) => {
  const prefix = `${toolkit.toUpperCase().replaceAll('-', '_')}_`
  return z.array(
    z.object({
      slug: z.string().max(64).regex(/^[A-Z0-9_]+$/, 'must be upper-case letters, digits and "_"').startsWith(prefix),
      name: z.string().min(1).max(100),
      description: z.string().max(2000),
      instructions: z.string().max(4000).default(''),
      type: z.enum(['webhook', 'poll']),
      config: jsonSchema,
      payload: jsonSchema,
    }) satisfies z.ZodType<TriggerTypeDefinition>,
  )
}
