import type { JsonSchema, SchemaOptions } from './json-schema.ts'
import { createValidator, type DetailedValidator } from './compile-schema.ts'
import { z } from 'zod'
import { attachJsonSchema } from './attach-json-schema.ts'
import type { FromSchema } from './infer-schema.ts'
import { reportToZod } from './report-to-zod.ts'

/**
 * Converts a JSON Schema to a zod 4 schema without losing information.
 *
 * Values are validated against the JSON Schema itself and returned unchanged: nothing is removed,
 * no default is filled in. An integer that no number holds exactly, such as an id of 64 bits, may be
 * the text of its digits. `z.toJSONSchema` returns a new copy of the original, in its original
 * draft. Compilation happens on the first parse. The result is not a `ZodObject`, which could not
 * preserve the JSON Schema in all cases; `toZodObject` returns one. The schema survives
 * `.describe()`, `.meta()` and `.refine()`. The type of the values is inferred from a literal schema.
 *
 * @example
 * const repository = toZod({ type: 'object', required: ['owner'], properties: { owner: { type: 'string' } } })
 * repository.parse({ owner: 'octocat' })
 */
export const toZod = <const Schema extends JsonSchema>(
  schema: Schema,
  options: SchemaOptions = {},
): z.ZodType<FromSchema<Schema>> =>
  // It accepts what the schema accepts, and the type follows the schema.
  new ZodJsonSchema({ type: 'custom', jsonSchema: schema, options }) as z.ZodType as z.ZodType<
    FromSchema<Schema>
  >

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
 * A custom zod type rather than `z.custom` with overrides, because zod creates copies
 * (`.describe()`) from the type and its definition.
 */
const ZodJsonSchema: z.core.$constructor<ZodJsonSchema> = z.core.$constructor(
  'ZodJsonSchema',
  (instance, definition) => {
    z.ZodType.init(instance, definition)
    let validator: DetailedValidator | undefined
    instance._zod.parse = (payload) =>
      reportToZod(
        instance,
        (validator ??= createValidator(definition.jsonSchema, definition.options)),
        payload,
      )
    instance._zod.processJSONSchema = (_context, json) =>
      attachJsonSchema(json, definition.jsonSchema)
    // For zod 4.0, which some frameworks include and which reads nothing else; current versions
    // read it too, but not from a copy.
    instance._zod.toJSONSchema = () =>
      instance._zod.parent ? undefined : attachJsonSchema({}, definition.jsonSchema)
  },
)
