import type { JsonSchema, SchemaOptions } from './json-schema.ts'
import { createValidator, type Validator } from './compile-schema.ts'
import { z } from 'zod'
import { carryJsonSchema } from './carry-json-schema.ts'
import { reportToZod } from './report-to-zod.ts'

/**
 * Gives a JSON Schema the form of a zod 4 schema without losing any of it.
 *
 * Values are checked by the JSON Schema itself and come back unchanged: nothing is stripped, no
 * default is filled in. `z.toJSONSchema` gives a fresh copy of the original, in whatever draft it
 * was written. Nothing is compiled before the first parse. The result is no `ZodObject`, as that
 * could not carry its own JSON Schema everywhere; `toZodObject` gives one. It survives
 * `.describe()`, `.meta()` and `.refine()`.
 *
 * @example
 * const repository = toZod({ type: 'object', required: ['owner'], properties: { owner: { type: 'string' } } })
 * repository.parse({ owner: 'octocat' })
 */
export const toZod = (
  schema: JsonSchema,
  options: SchemaOptions = {},
): z.ZodType<Record<string, unknown>> =>
  new ZodJsonSchema({ type: 'custom', jsonSchema: schema, options })

type ZodJsonSchemaDef = {
  type: 'custom'
  jsonSchema: JsonSchema
  options: SchemaOptions
} & z.core.$ZodTypeDef

type ZodJsonSchemaInternals = {
  def: ZodJsonSchemaDef
} & z.core.$ZodTypeInternals<Record<string, unknown>, Record<string, unknown>>

type ZodJsonSchema = z.ZodType<
  Record<string, unknown>,
  Record<string, unknown>,
  ZodJsonSchemaInternals
>

/**
 * A zod type of its own rather than `z.custom` with overrides, since zod makes copies
 * (`.describe()`) from the type and its definition.
 */
const ZodJsonSchema: z.core.$constructor<ZodJsonSchema> = z.core.$constructor(
  'ZodJsonSchema',
  (instance, definition) => {
    z.ZodType.init(instance, definition)
    let validator: Validator | undefined
    instance._zod.parse = (payload) =>
      reportToZod(
        instance,
        (validator ??= createValidator(definition.jsonSchema, definition.options)),
        payload,
      )
    instance._zod.processJSONSchema = (_context, json) =>
      carryJsonSchema(json, definition.jsonSchema)
    // For the zod 4.0 that frameworks bring along, which asks for nothing else; today's takes it
    // too, but not of a copy.
    instance._zod.toJSONSchema = () =>
      instance._zod.parent ? undefined : carryJsonSchema({}, definition.jsonSchema)
  },
)
