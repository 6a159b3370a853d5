import type { OpenApiDocument } from '../document/open-document.ts'
import { isJsonObject, toList, type JsonObject } from '../document/json-object.ts'
import { resolveMembers, resolveReference } from '../document/resolve-reference.ts'

/** An object schema that only lists its properties. */
export type PlainObject = {
  /** The unconverted schemas of the description. */
  properties: JsonObject
  required: string[]
  /** What `additionalProperties` says; undefined when absent. */
  additional?: unknown
}

/**
 * The schema as a plain object: references resolved, `allOf` of plain objects merged.
 *
 * Undefined when it is anything more (alternatives, counts, conditions, two definitions of one
 * property) or has no properties.
 */
export const toPlainObject = (
  document: OpenApiDocument,
  schema: unknown,
): PlainObject | undefined => {
  const plain = read(document, schema, new Set())
  return plain && Object.keys(plain.properties).length > 0 ? plain : undefined
}

const annotations = [
  'title',
  'description',
  'example',
  'examples',
  'default',
  'deprecated',
  'nullable',
  'readOnly',
  'writeOnly',
  'xml',
  'externalDocs',
  'discriminator',
]
const structure = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'allOf',
]
const understood = new Set([
  ...annotations,
  ...structure,
  '$schema',
  '$id',
  '$comment',
  '$defs',
  '$ref',
])

const read = (
  document: OpenApiDocument,
  schema: unknown,
  seen: Set<string>,
): PlainObject | undefined => {
  const { value, pointer } = resolveReference(document.root, schema)
  if (pointer !== undefined && seen.has(pointer)) return undefined
  const inside = pointer === undefined ? seen : new Set(seen).add(pointer)
  const siblings = hasSiblings(document, schema)
    ? read(document, { ...(schema as JsonObject), $ref: undefined }, seen)
    : undefined
  if (hasSiblings(document, schema) && !siblings) return undefined
  const resolved = readObject(document, value, inside)
  return resolved && siblings ? merge([resolved, siblings]) : resolved
}

const hasSiblings = (document: OpenApiDocument, schema: unknown): boolean =>
  !document.ignoresReferenceSiblings &&
  isJsonObject(schema) &&
  typeof schema.$ref === 'string' &&
  Object.keys(schema).some(
    (keyword) => keyword !== '$ref' && !annotations.includes(keyword) && !keyword.startsWith('x-'),
  )

const readObject = (
  document: OpenApiDocument,
  schema: unknown,
  seen: Set<string>,
): PlainObject | undefined => {
  if (!isJsonObject(schema) || !isPlain(schema)) return undefined
  const members = toList(schema.allOf).map((member) => read(document, member, seen))
  return merge([...members, ownProperties(document, schema)])
}

const isPlain = (schema: JsonObject): boolean =>
  Object.keys(schema).every(
    (keyword) =>
      understood.has(keyword) || keyword.startsWith('x-') || schema[keyword] === undefined,
  ) &&
  (schema.type === undefined ||
    schema.type === 'object' ||
    (Array.isArray(schema.type) && schema.type.includes('object')))

const ownProperties = (document: OpenApiDocument, schema: JsonObject): PlainObject => ({
  properties: resolveMembers(document.root, schema.properties),
  required: toList(schema.required).filter((name) => typeof name === 'string'),
  additional: schema.additionalProperties ?? schema.unevaluatedProperties,
})

const merge = (members: (PlainObject | undefined)[]): PlainObject | undefined => {
  const properties = new Map<string, unknown>()
  const required = new Set<string>()
  let additional: unknown
  for (const member of members) {
    if (!member) return undefined
    for (const [name, property] of Object.entries(member.properties)) {
      if (properties.has(name) && JSON.stringify(properties.get(name)) !== JSON.stringify(property))
        return undefined
      properties.set(name, property)
    }
    member.required.forEach((name) => required.add(name))
    // Authors close a member and mean the whole, so the last value applies.
    additional = member.additional ?? additional
  }
  return { properties: Object.fromEntries(properties), required: [...required], additional }
}
