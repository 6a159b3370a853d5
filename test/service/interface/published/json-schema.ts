/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import { z } from 'zod'

const typeName = z.enum(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const text = z.string().optional()
const number = z.number().optional()
const flag = z.boolean().optional()
const list = z.array(z.unknown()).optional()
const schema = z.lazy(() => propertySchema).optional()
const schemas = z.array(z.lazy(() => propertySchema)).optional()
const schemaMap = z
  .record(
    z.string(),
    z.lazy(() => propertySchema),
  )
  .optional()

/**
 * What clients read of a schema inside another: an object, with keywords in the form of today's
 * JSON Schema.
 */
const propertySchema: z.ZodType = z.object({
  type: z.union([typeName, z.array(typeName)]).optional(),
  title: text,
  description: text,
  format: text,
  pattern: text,
  $ref: text,
  nullable: flag,
  uniqueItems: flag,
  readOnly: flag,
  writeOnly: flag,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  minProperties: number,
  maxProperties: number,
  enum: list,
  examples: list,
  required: z.array(z.string()).optional(),
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  items: z.union([z.lazy(() => propertySchema), z.array(z.lazy(() => propertySchema))]).optional(),
  properties: schemaMap,
  patternProperties: schemaMap,
  $defs: schemaMap,
  definitions: schemaMap,
  additionalProperties: z.union([z.boolean(), z.lazy(() => propertySchema)]).optional(),
})

/**
 * `input_parameters` and `output_parameters` of a tool: of further properties they only say whether
 * there are any.
 */
export const parameters = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), propertySchema),
  additionalProperties: flag,
  title: text,
  description: text,
  nullable: flag,
  required: z.array(z.string()).optional(),
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  not: schema,
})

/** The schemas of 4.7, which are shown to models and not taken apart. */
export const objectSchema = z.object({
  type: z.literal('object'),
  properties: z.record(z.string(), z.unknown()),
})
