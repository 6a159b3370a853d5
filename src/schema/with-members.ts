import { isObject, type JsonObject } from './json-schema.ts'

const compositions = ['allOf', 'anyOf', 'oneOf'] as const

/** An author may compose more; what those say is not seen. */
const maximumMembers = 100

/** The schemas with all that they refer to or are composed of. */
export const withMembers = (schemas: readonly unknown[], root: unknown): JsonObject[] => {
  const reached = new Set<JsonObject>()
  const waiting = [...schemas]
  while (waiting.length > 0 && reached.size < maximumMembers) {
    const schema = waiting.pop()
    if (!isObject(schema) || reached.has(schema)) continue
    reached.add(schema)
    if (typeof schema['$ref'] === 'string') waiting.push(definitionOf(root, schema['$ref']))
    for (const keyword of compositions) {
      const members = schema[keyword]
      if (Array.isArray(members)) waiting.push(...members.slice(0, maximumMembers))
    }
  }
  return [...reached]
}

/** `#/$defs/Name`, where the schemas of tools keep what they share. */
const definitionOf = (root: unknown, reference: string): unknown => {
  const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]
  const definitions = isObject(root) ? root['$defs'] : undefined
  return name !== undefined && isObject(definitions) && Object.hasOwn(definitions, name)
    ? definitions[name]
    : undefined
}
