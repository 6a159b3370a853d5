import type { JsonSchema } from '../../definitions.ts'
import { ImportProblem } from '../document/import-problem.ts'
import { isJsonObject, toJsonObject, type JsonObject } from '../document/json-object.ts'
import type { OpenApiDocument } from '../document/open-document.ts'
import { resolveMembers, resolveReference } from '../document/resolve-reference.ts'
import { definitionName } from './definition-name.ts'
import { hiddenProperties } from './hidden-properties.ts'
import { markSecrets } from '../secrets/mark-secrets.ts'
import { repairPattern } from './repair-pattern.ts'

/**
 * Requests and responses differ: read-only properties are never sent, write-only ones never
 * returned.
 */
export type Direction = 'input' | 'output'

export type ConvertedSchema = {
  schema: JsonSchema
  /** Pointers of the components that it references as `#/$defs/…`. */
  references: Set<string>
}

/**
 * Turns one schema of the description into JSON Schema, with references to shared definitions by
 * `#/$defs/Name`. `hidden` names properties that are left out.
 */
export const convertSchema = (
  document: OpenApiDocument,
  schema: unknown,
  direction: Direction,
  hidden: ReadonlySet<string> = nothing,
): ConvertedSchema => {
  const references = new Set<string>()
  const converted = convert(schema, {
    document,
    direction,
    references,
    depth: 0,
    hidden,
    anchors: new Map(),
  })
  return { schema: toJsonObject(converted), references }
}

type Context = {
  document: OpenApiDocument
  direction: Direction
  references: Set<string>
  depth: number
  /** Properties that this direction omits, named by the surrounding composition. */
  hidden: ReadonlySet<string>
  /** The meaning of `$dynamicRef`: the outermost schema with that `$dynamicAnchor`. */
  anchors: ReadonlyMap<string, unknown>
}

const maximumDepth = 100

const convert = (schema: unknown, context: Context): unknown => {
  // `false` and `true` are schemas, too.
  if (!isJsonObject(schema)) return typeof schema === 'boolean' ? schema : {}
  if (context.depth > maximumDepth)
    throw new ImportProblem(`A schema is nested more than ${maximumDepth} levels deep`)
  if (typeof schema.$dynamicRef === 'string')
    return convertDynamicReference(schema.$dynamicRef, context)
  const inner = withAnchors(schema, context)
  return typeof schema.$ref === 'string'
    ? convertReference(schema, inner)
    : convertKeywords(schema, inner)
}

/** JSON Schema's notation for `Page<Item>`: the schema around the page binds the item. */
const convertDynamicReference = (reference: string, context: Context): unknown =>
  convert(context.anchors.get(reference.replace(/^#/, '')) ?? {}, {
    ...context,
    depth: context.depth + 1,
  })

const withAnchors = (schema: JsonObject, context: Context): Context => {
  if (schema.$defs === undefined) return context
  const bound = Object.values(toJsonObject(schema.$defs))
    .filter(isJsonObject)
    .flatMap((definition) =>
      typeof definition.$dynamicAnchor === 'string'
        ? [[definition.$dynamicAnchor, definition] as const]
        : [],
    )
  return bound.length === 0
    ? context
    : { ...context, anchors: new Map([...bound, ...context.anchors]) }
}

const convertReference = (schema: JsonObject, context: Context): JsonSchema => {
  const { document } = context
  const { value, pointer } = resolveReference(document.root, schema)
  const siblings = convertKeywords(
    document.ignoresReferenceSiblings ? annotationsOf(schema) : { ...schema, $ref: undefined },
    context,
  )
  // A model reads `{"type": "string"}` in place more easily than a reference to it.
  if (isScalar(value)) return { ...convertKeywords(value, context), ...siblings }
  // A generic schema differs with each use.
  if (context.anchors.size > 0 && isGeneric(value))
    return {
      ...toJsonObject(convert(value, { ...context, depth: context.depth + 1 })),
      ...siblings,
    }
  context.references.add(pointer as string)
  return { $ref: `#/$defs/${definitionName(pointer as string)}`, ...siblings }
}

const isGeneric = (schema: unknown): boolean =>
  JSON.stringify(schema ?? null).includes('"$dynamicRef"')

const annotationsOf = ({ description, title, deprecated }: JsonObject): JsonObject => ({
  description,
  title,
  deprecated,
})

const compositions = ['allOf', 'anyOf', 'oneOf']

const isScalar = (schema: unknown): schema is JsonObject =>
  isJsonObject(schema) &&
  (Array.isArray(schema.enum) ||
    ['string', 'number', 'integer', 'boolean'].includes(String(schema.type))) &&
  compositions.every((keyword) => schema[keyword] === undefined) &&
  JSON.stringify(schema).length < 400

const convertKeywords = (schema: JsonObject, context: Context): JsonSchema => {
  const names = hiddenProperties(context.document, schema, context.direction)
  const hidden = names.size === 0 ? context.hidden : new Set([...context.hidden, ...names])
  const around = { ...context, depth: context.depth + 1, hidden }
  const converted: [string, unknown][] = []
  for (const keyword of Object.keys(schema)) {
    const value = convertKeyword(keyword, schema[keyword], schema, around)
    if (value !== undefined) converted.push([keyword, value])
  }
  return Object.fromEntries(converted)
}

const toMembers = (value: unknown, context: Context): unknown[] | undefined =>
  Array.isArray(value) && value.length > 0
    ? value.map((member) => convert(member, context))
    : undefined

const membersOf = ({ properties }: JsonObject, { document }: Context): JsonObject =>
  resolveMembers(document.root, properties)

const longestPattern = 10_000

const isShortPattern = (pattern: string, { document }: Context): boolean => {
  if (pattern.length <= longestPattern) return true
  document.notes.add(
    `Left out a pattern of ${pattern.length} characters that begins with ${JSON.stringify(pattern.slice(0, 40))}: at most ${longestPattern} are checked`,
  )
  return false
}

const convertKeyword = (
  keyword: string,
  value: unknown,
  schema: JsonObject,
  context: Context,
): unknown => {
  switch (keyword) {
    // Specific to OpenAPI, or of no use outside the document.
    case 'xml':
    case 'discriminator':
    case 'externalDocs':
    case '$id':
    case '$schema':
    case '$anchor':
    case '$dynamicAnchor':
    case '$comment':
    case '$ref':
    case '$defs':
    case 'definitions':
      return undefined
    case 'properties':
      return convertProperties(
        withoutHidden(membersOf(schema, context), context.hidden),
        inside(context),
      )
    case 'patternProperties':
      return mapSchemas(
        Object.fromEntries(
          Object.entries(toJsonObject(value)).filter(([name]) => isShortPattern(name, context)),
        ),
        inside(context),
      )
    case 'dependentSchemas':
      return mapSchemas(toJsonObject(value), inside(context))
    case 'required':
      return Array.isArray(value)
        ? value.filter((name) => typeof name === 'string' && !context.hidden.has(name))
        : undefined
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      // The members describe the same object, so they hide the same properties.
      return toMembers(value, context)
    case 'prefixItems':
      return toMembers(value, inside(context))
    case 'items':
      return Array.isArray(value) ? {} : convert(value, inside(context))
    case 'additionalProperties':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
    case 'contains':
    case 'propertyNames':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
    case 'contentSchema':
      return convert(value, inside(context))
    case 'type':
      return convertType(value)
    case 'enum':
      return Array.isArray(value) && value.length > 0 ? distinct(value) : undefined
    case 'examples':
      return Array.isArray(value) ? value : undefined
    case 'example':
    case 'default':
      // Some descriptions reference an example, which is a location in the document and no value.
      return typeof toJsonObject(value).$ref === 'string' ? undefined : value
    case 'pattern':
      return typeof value === 'string' && isShortPattern(value, context)
        ? repairPattern(value)
        : undefined
    case 'minimum':
    case 'maximum':
      return typeof value === 'number' && schema[exclusiveOf[keyword]] !== true ? value : undefined
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return convertExclusive(value, schema[inclusiveOf[keyword]])
    case 'multipleOf':
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return typeof value === 'number' ? value : undefined
    default:
      return keyword.startsWith('x-') ? undefined : value
  }
}

/** One level deeper, the properties belong to another object. */
const inside = (context: Context): Context =>
  context.hidden.size === 0 ? context : { ...context, hidden: nothing }

const nothing: ReadonlySet<string> = new Set()

const mapSchemas = (schemas: JsonObject, context: Context): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, convert(schema, context)]),
  )

const convertProperties = (properties: JsonObject, context: Context): JsonObject => {
  const converted = mapSchemas(properties, context)
  return context.direction === 'input' ? markSecrets(converted) : converted
}

const withoutHidden = (properties: JsonObject, hidden: ReadonlySet<string>): JsonObject =>
  hidden.size === 0
    ? properties
    : Object.fromEntries(Object.entries(properties).filter(([name]) => !hidden.has(name)))

const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

const convertType = (type: unknown): unknown => {
  if (!Array.isArray(type)) return types.has(String(type)) ? type : undefined
  const known = distinct(type).filter((name) => types.has(String(name)))
  return known.length > 0 ? known : undefined
}

const distinct = (values: unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

const exclusiveOf = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const
const inclusiveOf = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' } as const

/**
 * OpenAPI 3.0 says `minimum: 0, exclusiveMinimum: true` where JSON Schema says `exclusiveMinimum:
 * 0`.
 */
const convertExclusive = (value: unknown, limit: unknown): number | undefined => {
  const exclusive = value === true ? limit : value
  return typeof exclusive === 'number' ? exclusive : undefined
}
