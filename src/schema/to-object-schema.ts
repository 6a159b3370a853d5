import { isObject, type JsonObject, type JsonSchema } from './json-schema.ts'

/**
 * A JSON Schema that says of itself what every client looks for: `type: "object"` and `properties`.
 */
export type ObjectSchema = JsonObject & { type: 'object'; properties: JsonObject }

/**
 * The same schema with `type: "object"` and `properties` at its root. Nothing else changes. Where
 * it refers to its own root, it means objects there, too.
 *
 * For what is an object anyway, such as the arguments and the data of a tool: it accepts the same
 * objects as before. A schema of answers that may be something else becomes one of objects with
 * `toDataSchema`.
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
