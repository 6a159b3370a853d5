import { jsonType } from './compiler/json-value.ts'
import { hasProperty, isObject, type JsonObject } from './json-schema.ts'
import { jsonTypes } from './profiles/types-of.ts'

export type TypesOf = (schema: unknown) => ReadonlySet<string>

/**
 * Returns which JSON types a part of the document accepts, as far as it is known; a schema with
 * only properties means objects. `definitions` are looked up for references into `$defs`.
 */
export const createTypesOf = (
  root: JsonObject,
  definitions?: ReadonlyMap<string, JsonObject>,
): TypesOf => {
  // Each part once: references may reach it in many ways, or lead back to it.
  const known = new Map<JsonObject, ReadonlySet<string>>()

  const typesOf: TypesOf = (schema) => {
    if (schema === false) return new Set()
    if (!isObject(schema)) return new Set(jsonTypes)
    const types = known.get(schema)
    if (types) return types
    known.set(schema, new Set(jsonTypes))
    const read = readTypes(schema)
    known.set(schema, read)
    return read
  }

  const readTypes = (schema: JsonObject): Set<string> => {
    const said: ReadonlySet<string>[] = [...saidByKeywords(schema)]
    if (typeof schema['$ref'] === 'string')
      said.push(typesOf(definitionOf(root, schema['$ref'], definitions)))
    for (const branches of [schema['anyOf'], schema['oneOf']])
      if (Array.isArray(branches))
        said.push(new Set(branches.flatMap((branch) => [...typesOf(branch)])))
    if (Array.isArray(schema['allOf'])) said.push(...schema['allOf'].map(typesOf))
    if (said.length === 0)
      return new Set(hasProperty(schema, 'properties') ? ['object'] : jsonTypes)
    return new Set(jsonTypes.filter((type) => said.every((types) => types.has(type))))
  }
  return typesOf
}

const saidByKeywords = (schema: JsonObject): Set<string>[] => [
  ...(hasProperty(schema, 'type') ? [toTypes(schema)] : []),
  ...(hasProperty(schema, 'const') ? [new Set([jsonType(schema['const'])])] : []),
  ...(Array.isArray(schema['enum']) ? [new Set(schema['enum'].map(jsonType))] : []),
]

const toTypes = ({ type, nullable }: JsonObject): Set<string> =>
  new Set([
    ...[type].flat().map((name) => (name === 'integer' ? 'number' : String(name))),
    ...(nullable === true ? ['null'] : []),
  ])

const definitionOf = (
  root: JsonObject,
  reference: string,
  definitions: ReadonlyMap<string, JsonObject> | undefined,
): unknown => {
  const [, map, name] = /^#\/(\$defs|definitions)\/([^/%~]+)$/.exec(reference) ?? []
  const own = map === undefined ? undefined : root[map]
  if (name === undefined) return undefined
  if (isObject(own) && Object.hasOwn(own, name)) return own[name]
  return map === '$defs' ? definitions?.get(name) : undefined
}
