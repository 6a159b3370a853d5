import { isJsonObject, type JsonObject } from '../document/json-object.ts'
import { isSecretProperty } from './is-secret-property.ts'

/**
 * Marks the secrets among properties as `writeOnly`: nobody shows or logs the values of those.
 *
 * Some authors mark every property that a request sends, which says nothing; such marks are
 * dropped.
 */
export const markSecrets = (properties: JsonObject): JsonObject => {
  const marked = Object.values(properties).filter(isMarked).length
  const isMeant = marked * 2 <= Object.keys(properties).length
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, mark(name, schema, isMeant)]),
  )
}

const isMarked = (schema: unknown): boolean => isJsonObject(schema) && schema.writeOnly === true

const mark = (name: string, schema: unknown, keepsMarks: boolean): unknown => {
  if (!isJsonObject(schema)) return schema
  if (isSecretProperty(name, schema))
    return schema.writeOnly === true ? schema : { ...schema, writeOnly: true }
  if (schema.writeOnly === undefined || (keepsMarks && schema.writeOnly === true)) return schema
  const { writeOnly: _meaningless, ...rest } = schema
  return rest
}
