import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * The JSON Schema of what a caller sends (`input`) or gets (`output`); what JSON Schema can't say
 * becomes `{}`.
 */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: io === 'output' ? leaveOpen : undefined,
  })
  return jsonSchema
}

/** A later version may answer more fields, so an object that is not declared strict stays open. */
const leaveOpen = ({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}): void => {
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall)
    delete jsonSchema['additionalProperties']
}
