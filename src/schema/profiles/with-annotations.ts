import type { JsonObject } from '../json-schema.ts'

/**
 * Nothing may stand beside a reference, so it goes into an `anyOf` of its own when there is
 * something to say.
 */
export const withAnnotations = (
  schema: JsonObject,
  { title, description }: JsonObject,
): JsonObject => {
  const annotations = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  }
  if (Object.keys(annotations).length === 0) return schema
  return '$ref' in schema ? { anyOf: [schema], ...annotations } : { ...schema, ...annotations }
}
