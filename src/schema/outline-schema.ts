import { mapChildSchemas } from './compiler/child-schemas.ts'
import { hasProperty, isObject, type JsonObject } from './json-schema.ts'

/** Definitions that a schema refers to as `#/$defs/…`. */
export type OutlineDefinitions = {
  /** Undefined for a definition that is not at hand: it is described by its type. */
  get(name: string): JsonObject | undefined
  typeOf(name: string): unknown
}

type Limits = {
  maximumCharacters: number
  /** Those that the schema does not hold itself. */
  definitions?: OutlineDefinitions
}

const deepest = 20
/** The fewest characters of a schema inside another one: `"id":{},`. */
const fewestCharacters = 8
const longestDescription = 200

/**
 * A schema of at most that many characters that accepts all that the given one does: what is too
 * deep in it is described by its type alone. It holds the definitions that it refers to. The limit is
 * kept by leaving out levels, so that equal things are shown alike.
 */
export const outlineSchema = (
  schema: JsonObject,
  { maximumCharacters, definitions }: Limits,
): JsonObject => {
  const { $defs, definitions: former, ...root } = schema
  const find = createLookup({ $defs, definitions: former }, definitions)
  const outline = (levels: number, longestText = longestDescription) =>
    outlineTo(root, { find, levels, longestText, maximumCharacters })
  let best = outline(0)
  if (!best) return outline(0, 0)?.schema ?? {}
  for (let levels = 1; levels <= deepest; levels += 1) {
    const next = outline(levels)
    if (!next || next.characters === best.characters) break
    best = next
  }
  return best.schema
}

type Lookup = (reference: string) => Found | undefined
/** `key`: under which it is kept. Without a schema it is not at hand. */
type Found = { map: '$defs' | 'definitions'; name: string; schema?: unknown; type?: unknown }

const createLookup =
  (own: JsonObject, others: OutlineDefinitions | undefined): Lookup =>
  (reference) => {
    const [, map, name] = /^#\/(\$defs|definitions)\/([^/%~]+)$/.exec(reference) ?? []
    if (name === undefined || (map !== '$defs' && map !== 'definitions')) return undefined
    const within = own[map]
    if (isObject(within) && Object.hasOwn(within, name))
      return { map, name, schema: within[name], type: toType(within[name]) }
    if (map !== '$defs' || !others) return undefined
    const schema = others.get(name)
    return { map, name, ...(schema && { schema }), type: others.typeOf(name) }
  }

/** The types that a schema names, as `type` says them; undefined if it names none. */
export const toType = (schema: unknown): string | string[] | undefined => {
  if (!isObject(schema)) return undefined
  const names: unknown[] = [schema['type'] ?? []].flat()
  if (names.length === 0 || !names.every((name) => typeof name === 'string')) return undefined
  const types = [...new Set([...names, ...(schema['nullable'] === true ? ['null'] : [])])]
  return types.length === 1 ? types[0] : types
}

type Outline = { schema: JsonObject; characters: number }

/** Undefined if it has more characters than allowed. */
const outlineTo = (
  root: JsonObject,
  {
    find,
    levels,
    longestText,
    maximumCharacters,
  }: { find: Lookup; levels: number; longestText: number; maximumCharacters: number },
): Outline | undefined => {
  const kept = keepDefinitions(root, find, levels, maximumCharacters / fewestCharacters)
  if (!kept) return undefined
  const shown: Shown = { find, longestText, isKept: (reference) => kept.has(reference) }
  const maps: Record<Found['map'], JsonObject> = { $defs: {}, definitions: {} }
  for (const [reference, left] of kept) {
    const found = find(reference)
    if (found) setOwn(maps[found.map], found.name, outlineNode(found.schema, shown, left))
  }
  const schema = {
    ...(outlineNode(root, shown, levels) as JsonObject),
    ...(Object.keys(maps.$defs).length > 0 && { $defs: sorted(maps.$defs) }),
    ...(Object.keys(maps.definitions).length > 0 && { definitions: sorted(maps.definitions) }),
  }
  const characters = JSON.stringify(schema).length
  return characters > maximumCharacters ? undefined : { schema, characters }
}

type Shown = { find: Lookup; isKept: (reference: string) => boolean; longestText: number }

/** Definitions have any names: assigning `__proto__` would set the prototype. */
const setOwn = (object: JsonObject, name: string, value: unknown): void =>
  void Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })

const sorted = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))

/**
 * The references within so many levels, with the most levels that are left of each. Undefined if
 * there are more schemas within them than allowed.
 */
const keepDefinitions = (
  root: JsonObject,
  find: Lookup,
  levels: number,
  maximumSchemas: number,
): Map<string, number> | undefined => {
  const kept = new Map<string, number>()
  const waiting: [schema: unknown, left: number][] = [[root, levels]]
  let schemas = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [schema, left] = next
    if (!isObject(schema) || left < 0) continue
    schemas += 1
    // A definition may be visited once for each level.
    if (schemas > maximumSchemas * (levels + 2)) return undefined
    const { $ref: reference } = schema
    if (typeof reference === 'string') {
      const found = find(reference)
      if (found?.schema !== undefined && (kept.get(reference) ?? -1) < left) {
        kept.set(reference, left)
        waiting.push([found.schema, left])
      }
    }
    mapChildSchemas(schema, (child, keyword) => {
      if (unsafe.has(keyword)) return child
      waiting.push([child, left - (sameLevel.has(keyword) ? 0 : 1)])
      return child
    })
  }
  return kept
}

/** Keywords whose schemas describe the same value as the schema around them. */
const sameLevel = new Set(['allOf', 'anyOf', 'oneOf', 'dependentSchemas'])

/**
 * Keywords that would reject more once the schemas in or beside them accept more, or that need
 * something that is left out.
 */
const unsafe = new Set([
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
  'maxContains',
  'dependencies',
  '$dynamicRef',
  '$recursiveRef',
])

const outlineNode = (schema: unknown, shown: Shown, left: number): unknown => {
  if (!isObject(schema)) return schema
  if (left < 0) return outlineLeaf(schema, shown)
  const { oneOf, $ref: reference, ...rest } = schema
  for (const keyword of unsafe) delete rest[keyword]
  // Several alternatives may accept a value that only one accepted before.
  const node = Array.isArray(oneOf)
    ? Array.isArray(rest['anyOf'])
      ? rest
      : { ...rest, anyOf: oneOf }
    : rest
  const mapped: JsonObject = mapChildSchemas(node, (child, keyword) =>
    outlineNode(child, shown, left - (sameLevel.has(keyword) ? 0 : 1)),
  )
  if (typeof reference !== 'string') return mapped
  return shown.isKept(reference)
    ? { $ref: reference, ...mapped }
    : { ...ofType(shown.find(reference)?.type), ...mapped }
}

/** What is too deep: its type, and what it says of itself. */
const outlineLeaf = (schema: JsonObject, { find, longestText }: Shown): JsonObject => {
  const { type, nullable, title, description, $ref: reference } = schema
  const said = {
    ...ofType(type),
    ...(nullable !== undefined && { nullable }),
    ...(longestText > 0 && typeof title === 'string' && { title: cut(title, longestText) }),
    ...(longestText > 0 &&
      typeof description === 'string' && { description: cut(description, longestText) }),
  }
  if (typeof reference === 'string') return { ...ofType(find(reference)?.type), ...said }
  const alternatives = [schema['anyOf'], schema['oneOf']].find((each) => Array.isArray(each))
  const types = hasProperty(schema, 'type') ? undefined : typesOf(alternatives, find)
  const { format, enum: values } = schema
  return {
    ...said,
    ...ofType(types),
    ...(typeof format === 'string' && { format }),
    ...(Array.isArray(values) && values.length <= 10 && { enum: values }),
  }
}

const ofType = (type: unknown): JsonObject =>
  typeof type === 'string' || Array.isArray(type) ? { type } : {}

/** The types of alternatives, if each has one. */
const typesOf = (alternatives: unknown, find: Lookup): unknown => {
  if (!Array.isArray(alternatives) || alternatives.length === 0) return undefined
  const types = alternatives.map((schema) => {
    if (!isObject(schema) || schema['nullable'] === true) return undefined
    const { type, $ref: reference } = schema
    return type ?? (typeof reference === 'string' ? find(reference)?.type : undefined)
  })
  if (types.some((type) => typeof type !== 'string')) return undefined
  const [first, ...more] = new Set(types)
  return more.length === 0 ? first : [first, ...more]
}

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text
