import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * Returns the JSON Schema of a request (`input`) or an answer (`output`). Parts that JSON Schema
 * cannot express become `{}`.
 */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: io === 'output' ? leaveOpen : undefined,
  })
  return jsonSchema
}

/**
 * A later version may add fields to answers, so objects that are not declared strict allow
 * additional properties.
 */
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
