import type { z } from 'zod'
import type { JsonObject, JsonSchema } from './json-schema.ts'
import { cloneSchema } from './clone-schema.ts'

/**
 * Has `z.toJSONSchema` answer a JSON Schema as it was written: a fresh copy, with what was added to
 * the zod schema beside it, such as the description of `.describe()`.
 *
 * zod takes the properties over into its result, rewrites that (a plain `anyOf` becomes a list of
 * types, a root with an `id` becomes a definition), then turns it into JSON. `toJSON` is asked
 * last, so the original comes through untouched. zod's own `$schema` is not kept: the original says
 * itself what it is.
 */
export const carryJsonSchema = (
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
