import type { OpenApiDocument } from '../document/open-document.ts'
import { ImportProblem } from '../document/import-problem.ts'
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
  const plain = read(readingOf(document), schema)
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

type Reading = {
  document: OpenApiDocument
  /** What became of each component: members of `allOf` may share one at every level. */
  known: Map<string, PlainObject | undefined>
  /** The components being read, each a member of the one before. */
  open: Set<string>
  steps: number
}

/** More are composed by nobody but an attacker. */
const maximumSteps = 20_000
const maximumDepth = 100

const knownOf = new WeakMap<OpenApiDocument, Reading['known']>()

const readingOf = (document: OpenApiDocument): Reading => {
  const known = knownOf.get(document) ?? new Map<string, PlainObject | undefined>()
  knownOf.set(document, known)
  return { document, known, open: new Set(), steps: 0 }
}

const spend = (reading: Reading, steps: number): void => {
  reading.steps += steps
  if (reading.steps > maximumSteps)
    throw new ImportProblem(
      `A schema has more than ${maximumSteps.toLocaleString('en')} properties and members of allOf`,
    )
}

const read = (reading: Reading, schema: unknown): PlainObject | undefined => {
  const { document, known, open } = reading
  spend(reading, 1)
  const { value, pointer } = resolveReference(document.root, schema)
  if (pointer !== undefined && open.has(pointer)) return undefined
  const siblings = hasSiblings(document, schema)
    ? read(reading, { ...(schema as JsonObject), $ref: undefined })
    : undefined
  if (hasSiblings(document, schema) && !siblings) return undefined
  if (pointer === undefined) return readObject(reading, value)
  if (!known.has(pointer)) {
    if (open.size >= maximumDepth)
      throw new ImportProblem(`A schema is nested more than ${maximumDepth} levels deep`)
    open.add(pointer)
    known.set(pointer, readObject(reading, value))
    open.delete(pointer)
  }
  const resolved = known.get(pointer)
  return resolved && siblings ? merge(reading, [resolved, siblings]) : resolved
}

const hasSiblings = (document: OpenApiDocument, schema: unknown): boolean =>
  !document.ignoresReferenceSiblings &&
  isJsonObject(schema) &&
  typeof schema.$ref === 'string' &&
  Object.keys(schema).some(
    (keyword) => keyword !== '$ref' && !annotations.includes(keyword) && !keyword.startsWith('x-'),
  )

const readObject = (reading: Reading, schema: unknown): PlainObject | undefined => {
  if (!isJsonObject(schema) || !isPlain(schema)) return undefined
  const members = toList(schema.allOf).map((member) => read(reading, member))
  return merge(reading, [...members, ownProperties(reading.document, schema)])
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

const merge = (reading: Reading, members: (PlainObject | undefined)[]): PlainObject | undefined => {
  // One alone is as its author wrote it, however large.
  const isComposed = members.length > 1
  const properties = new Map<string, unknown>()
  const required = new Set<string>()
  let additional: unknown
  for (const member of members) {
    if (!member) return undefined
    const own = Object.entries(member.properties)
    if (isComposed) spend(reading, own.length)
    for (const [name, property] of own) {
      if (properties.has(name) && !isSame(reading, properties.get(name), property)) return undefined
      properties.set(name, property)
    }
    member.required.forEach((name) => required.add(name))
    // Authors close a member and mean the whole, so the last value applies.
    additional = member.additional ?? additional
  }
  return { properties: Object.fromEntries(properties), required: [...required], additional }
}

const isSame = (reading: Reading, one: unknown, other: unknown): boolean => {
  if (one === other) return true
  const [text, otherText] = [JSON.stringify(one), JSON.stringify(other)]
  spend(reading, (text.length + otherText.length) >> 10)
  return text === otherText
}
