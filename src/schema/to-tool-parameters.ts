import { mapChildSchemas } from './compiler/child-schemas.ts'
import { hasProperty, isObject, type JsonObject, type JsonSchema } from './json-schema.ts'
import { readNode } from './profiles/read-node.ts'
import { toObjectSchema, type ObjectSchema } from './to-object-schema.ts'

/** The format of `input_parameters` and `output_parameters` that clients parse. */
type ToolParameters = ObjectSchema & { additionalProperties?: boolean }

/**
 * Converts a schema to the subset that published clients can parse. It accepts the same objects.
 *
 * A client that cannot parse one schema rejects the whole list of tools. Therefore the root has
 * `type: "object"` and `properties` and a boolean `additionalProperties`, subschemas are objects,
 * and keywords follow JSON Schema 2020-12. Keywords that cannot be understood are removed, as
 * validators ignore them. A schema that already conforms is not copied.
 */
export const toToolParameters = (schema: JsonSchema): ToolParameters => {
  // Arguments and data are never null.
  const { nullable: _, ...root } = toObjectSchema(schema)
  return withPlainAdditional(toObjectSchema(toPlainNode(root)))
}

/** Clients accept these as booleans, or ignore them. */
const mayBeBoolean = new Set(['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'])

/** Keywords that `readNode` omits because they describe the location, but references need. */
const places = [
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$comment',
  '$defs',
  'definitions',
  'components',
]

const toPlainNode = (schema: JsonObject): JsonObject => {
  const mapped = mapChildSchemas(schema, toPlainChild)
  const node = readNode(mapped)
  for (const keyword of places) if (hasProperty(mapped, keyword)) node[keyword] = mapped[keyword]
  return isSame(node, schema) ? schema : node
}

const toPlainChild = (child: unknown, keyword: string): unknown => {
  if (isObject(child)) return toPlainNode(child)
  if (typeof child === 'boolean' && mayBeBoolean.has(keyword)) return child
  if (Array.isArray(child) && keyword === 'dependencies') return child
  return child === false ? { not: {} } : {}
}

const isSame = (one: JsonObject, other: JsonObject): boolean => {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

const withPlainAdditional = (schema: ObjectSchema): ToolParameters => {
  const { additionalProperties: additional, ...rest } = schema
  if (additional === undefined) return rest
  if (!isObject(additional)) return { ...rest, additionalProperties: additional !== false }
  if (Object.keys(additional).length === 0) return { ...rest, additionalProperties: true }
  // Where nothing beside it describes properties, both keywords mean the same.
  if (!applicators.some((keyword) => hasProperty(rest, keyword)))
    return { ...rest, unevaluatedProperties: additional }
  const { properties, patternProperties, allOf } = rest
  const declared = {
    properties: toNames(properties),
    ...(isObject(patternProperties) && { patternProperties: toNames(patternProperties) }),
  }
  const others = Array.isArray(allOf) ? allOf : []
  return {
    ...rest,
    additionalProperties: true,
    allOf: [...others, { ...declared, additionalProperties: additional }],
  }
}

const applicators = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas']

const toNames = (map: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(map).map((name) => [name, {}]))
