import { isObject, type JsonObject, type JsonSchema } from './json-schema.ts'

/** A JSON Schema that has what every client expects: `type: "object"` and `properties`. */
export type ObjectSchema = JsonObject & { type: 'object'; properties: JsonObject }

/**
 * Returns the same schema with `type: "object"` and `properties` at its root. Nothing else changes.
 * References to the root then also mean objects.
 *
 * For schemas that describe objects anyway, such as the arguments and the data of a tool: the
 * result accepts the same objects. For answers of other types, use `toDataSchema`.
 */
export const toObjectSchema = (schema: JsonSchema): ObjectSchema => {
  if (!isObject(schema))
    return { type: 'object', properties: {}, ...(schema === false && { not: {} }) }
  return {
    ...schema,
    type: 'object',
    properties: isObject(schema['properties']) ? schema['properties'] : {},
  }
}
