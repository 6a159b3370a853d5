import type { JsonSchema } from '../../definitions.ts'
import { isNonNull, itemType, namedType } from '../schema/type-text.ts'
import type { SelectedField } from './graphql-types.ts'

/**
 * The JSON Schema of an answer. Nothing is required in it, as a call may select other fields.
 *
 * `valueSchema` describes scalars and enums.
 */
export const toOutputSchema = (
  name: string,
  type: string,
  fields: readonly SelectedField[] | undefined,
  valueSchema: (name: string) => JsonSchema,
): JsonSchema => ({
  type: 'object',
  properties: { [name]: ofType(type, fields, valueSchema) },
})

const ofType = (
  type: string,
  fields: readonly SelectedField[] | undefined,
  valueSchema: (name: string) => JsonSchema,
): JsonSchema => {
  const item = itemType(type)
  const schema =
    item !== undefined
      ? { type: 'array', items: ofType(item, fields, valueSchema) }
      : fields
        ? toObject(fields, valueSchema)
        : valueSchema(namedType(type))
  return isNonNull(type) ? schema : orNull(schema)
}

const toObject = (
  fields: readonly SelectedField[],
  valueSchema: (name: string) => JsonSchema,
): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map((field) => [
      field.alias ?? field.name,
      ofType(field.type, field.fields, valueSchema),
    ]),
  ),
})

/** The same schema, which null fits too. */
export const orNull = (schema: JsonSchema): JsonSchema => {
  const { type, enum: choices, ...rest } = schema
  if (typeof schema['$ref'] === 'string') return { anyOf: [schema, { type: 'null' }] }
  if (type === undefined && choices === undefined) return schema
  return {
    ...rest,
    ...(type !== undefined && { type: [...(Array.isArray(type) ? type : [type]), 'null'] }),
    ...(Array.isArray(choices) && { enum: [...choices, null] }),
  }
}
