import type { z } from 'zod'
import type { JsonObject, JsonSchema } from './json-schema.ts'
import { cloneSchema } from './clone-schema.ts'

/**
 * Makes `z.toJSONSchema` return a JSON Schema as it was written: a new copy, with additions to the
 * zod schema, such as the description of `.describe()`.
 *
 * zod copies the properties to its result, rewrites it (a plain `anyOf` becomes a list of types, a
 * root with an `id` becomes a definition), then converts it to JSON. `toJSON` is called last, so
 * the original is preserved. zod's `$schema` is dropped, because the original declares its own
 * draft.
 */
export const attachJsonSchema = (
  target: z.core.JSONSchema.BaseSchema,
  schema: JsonSchema,
): z.core.JSONSchema.BaseSchema =>
  Object.assign(target, {
    toJSON(this: JsonObject): JsonObject {
      const { toJSON: _, $schema: __, ...added } = this
      return { ...toObject(schema), ...added }
    },
  })

const toObject = (schema: JsonSchema): JsonObject => {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  return cloneSchema(schema)
}
