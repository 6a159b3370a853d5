import type { JsonSchema } from '../definitions.ts'

/** An argument that a client repeats in a header: `Mcp-Param-` and this name. */
export type ParameterHeader = { name: string; path: string[]; type: string }

/** Without a path when it is not at an argument. */
type Declared = { name: unknown; type: unknown; path: string[] | undefined }

const keyword = 'x-mcp-header'
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const types = new Set(['string', 'integer', 'boolean'])

/**
 * The arguments that a tool wants repeated in headers (protocol revision 2026-07-28), or the reason
 * why a client must not offer the tool.
 */
export const readParameterHeaders = (
  schema: JsonSchema,
): { headers: ParameterHeader[] } | { problem: string } => {
  const declared = findDeclared(schema, [])
  if (declared.some(({ path }) => !path))
    return { problem: `its input schema has ${keyword} where no argument is` }
  const headers = declared.filter(
    (each): each is ParameterHeader =>
      typeof each.name === 'string' &&
      token.test(each.name) &&
      typeof each.type === 'string' &&
      types.has(each.type),
  )
  if (headers.length < declared.length)
    return {
      problem: `its input schema has an ${keyword} that is no header name, or stands at an argument that is no text, whole number or truth value`,
    }
  if (new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length)
    return { problem: `its input schema names a header twice in ${keyword}` }
  return { headers }
}

/** The same schema, without headers for arguments. */
export const withoutParameterHeaders = (schema: JsonSchema): JsonSchema => {
  const { [keyword]: _declared, ...rest } = schema
  return Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [
      key,
      key === 'properties' || mapsOfSchemas.includes(key)
        ? mapEntries(part)
        : schemas.includes(key)
          ? clean(part)
          : part,
    ]),
  )
}

const mapEntries = (map: unknown): unknown =>
  isSchema(map)
    ? Object.fromEntries(Object.entries(map).map(([name, part]) => [name, clean(part)]))
    : map

const clean = (part: unknown): unknown =>
  Array.isArray(part) ? part.map(clean) : isSchema(part) ? withoutParameterHeaders(part) : part

/** Only a chain of properties leads to an argument. */
const findDeclared = (schema: JsonSchema, path: string[] | undefined): Declared[] => [
  ...(Object.hasOwn(schema, keyword)
    ? [{ name: schema[keyword], type: schema['type'], path: path?.length === 0 ? undefined : path }]
    : []),
  ...Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).flatMap(
    ([argument, part]) => (isSchema(part) ? findDeclared(part, path && [...path, argument]) : []),
  ),
  ...otherParts(schema)
    .filter(isSchema)
    .flatMap((part) => findDeclared(part, undefined)),
]

const mapsOfSchemas = ['patternProperties', 'dependentSchemas', '$defs', 'definitions']
const schemas = [
  'items',
  'prefixItems',
  'contains',
  'additionalItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
]

const otherParts = (schema: JsonSchema): unknown[] => [
  ...mapsOfSchemas.flatMap((key) => (isSchema(schema[key]) ? Object.values(schema[key]) : [])),
  ...schemas.flatMap((key) => [schema[key]].flat()),
]

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
