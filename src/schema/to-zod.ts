import type { JsonObject, JsonSchema, SchemaOptions } from './json-schema.ts'
import type { Validator } from './compile-schema.ts'
import { z } from 'zod'
import { cloneSchema } from './clone-schema.ts'
import { compileSchema } from './compile-schema.ts'

/**
 * Gives a JSON Schema the form of a zod 4 schema without losing any of it.
 *
 * Values are checked by the JSON Schema itself and come back unchanged: nothing is stripped, no default is filled in.
 * `z.toJSONSchema` gives a fresh copy of the original, in whatever draft it was written. Nothing is compiled before the first parse.
 * The result is no `ZodObject`, as that could not carry its own JSON Schema; it survives `.describe()`, `.meta()` and `.refine()`.
 *
 * @example
 * const repository = toZod({ type: 'object', required: ['owner'], properties: { owner: { type: 'string' } } })
 * repository.parse({ owner: 'octocat' })
 */
export const toZod = (schema: JsonSchema, options: SchemaOptions = {}): z.ZodType<Record<string, unknown>> =>
  new ZodJsonSchema({ type: 'custom', jsonSchema: schema, validator: compileSchema(schema, options) })

interface ZodJsonSchemaDef extends z.core.$ZodTypeDef {
  type: 'custom'
  jsonSchema: JsonSchema
  validator: Validator
}

interface ZodJsonSchemaInternals extends z.core.$ZodTypeInternals<Record<string, unknown>, Record<string, unknown>> {
  def: ZodJsonSchemaDef
}

type ZodJsonSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>, ZodJsonSchemaInternals>

/** A zod type of its own rather than `z.custom` with overrides, since zod makes copies (`.describe()`) from the type and its definition. */
const ZodJsonSchema: z.core.$constructor<ZodJsonSchema> = z.core.$constructor('ZodJsonSchema', (instance, definition) => {
  z.ZodType.init(instance, definition)
  instance._zod.parse = (payload) => {
    const validation = definition.validator.validate(payload.value)
    if (validation.ok) return payload
    for (const { path, keyword, message } of validation.issues)
      payload.issues.push({ code: 'custom', path, message, params: { keyword }, input: payload.value, inst: instance, continue: false })
    return payload
  }
  const original = () => ({ toJSON: restoreOriginal(definition.jsonSchema) })
  // A copy made by `.describe()` has a parent, which zod visits only on its second way of asking.
  instance._zod.toJSONSchema = () => instance._zod.parent ? undefined : original()
  instance._zod.processJSONSchema = (_context, json) => void Object.assign(json, original())
})

/**
 * zod takes this object's properties over into its result, rewrites that (a plain `anyOf` becomes a list of types, a root with an `id`
 * becomes a definition), then turns it into JSON. `toJSON` is asked last, so the original comes through untouched; what has been added
 * beside it, such as the description of `.describe()`, is kept. zod's own `$schema` is not: the original says itself what it is.
 */
const restoreOriginal = (schema: JsonSchema) => function toJSON(this: JsonObject): JsonObject {
  const { toJSON: _, $schema: __, ...added } = this
  return { ...(schema === true ? {} : schema === false ? { not: {} } : cloneSchema(schema)), ...added }
}
