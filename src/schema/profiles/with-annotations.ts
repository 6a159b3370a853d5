import type { JsonObject } from '../json-schema.ts'

/**
 * No keyword may be next to a reference, so it is wrapped in an `anyOf` if there are annotations.
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
