import { isObject } from '../../../schema/json-schema.ts'
import { hasHiddenCharacters } from '../../platform/untrusted-text/index.ts'
import type { JsonSchema } from '../definitions.ts'
import type { TextCleaner } from './text-cleaner.ts'

/**
 * Cleans the texts in schemas: titles, descriptions, labels of enums. Values are sent unchanged, so
 * one with hidden characters is removed rather than changed.
 *
 * Definitions that tools share are cleaned once and stay shared.
 */
export const createSchemaCleaner = ({
  text,
}: Pick<TextCleaner, 'text'>): ((schema: JsonSchema) => JsonSchema) => {
  const known = new WeakMap<object, JsonSchema>()

  const clean = (schema: JsonSchema): JsonSchema => {
    const made = known.get(schema)
    if (made) return made
    const cleaned = mapMembers(schema, cleanKeyword)
    known.set(schema, cleaned)
    return cleaned
  }

  const cleanKeyword = (keyword: string, value: unknown): unknown => {
    if (keyword === 'enum' && Array.isArray(value)) return keep(value, (each) => !hides(each))
    if (values.has(keyword)) return hides(value) ? undefined : value
    if (structure.has(keyword)) return value
    if (namesSchemas.has(keyword) && isObject(value)) return mapMembers(value, cleanNamed)
    return cleanPart(value)
  }

  const cleanNamed = (name: string, schema: unknown): unknown =>
    hasHiddenCharacters(name) ? undefined : cleanPart(schema)

  const cleanPart = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part)
    if (isObject(part)) return clean(part)
    if (!Array.isArray(part)) return part
    const cleaned = part.map(cleanPart)
    return cleaned.every((each, index) => each === part[index]) ? part : cleaned
  }

  return clean
}

/** The same object if no member changes; a member that becomes undefined is left out. */
const mapMembers = (
  object: JsonSchema,
  map: (key: string, member: unknown) => unknown,
): JsonSchema => {
  const mapped: [string, unknown][] = []
  let isSame = true
  for (const key of Object.keys(object)) {
    const member = map(key, object[key])
    isSame &&= member === object[key]
    if (member !== undefined) mapped.push([key, member])
  }
  return isSame ? object : Object.fromEntries(mapped)
}

/** Keywords with values rather than texts. */
const values = new Set(['const', 'default', 'examples', 'example'])

/** Keywords that define the structure of a value. */
const structure = new Set([
  'type',
  'format',
  'pattern',
  'required',
  'dependentRequired',
  'contentEncoding',
  'contentMediaType',
  '$ref',
  '$dynamicRef',
  '$id',
  '$schema',
  '$anchor',
  '$dynamicAnchor',
  '$vocabulary',
  'x-mcp-header',
])

/** Names of properties are never keywords. */
const namesSchemas = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])

const hides = (value: unknown): boolean =>
  hasHiddenCharacters(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const keep = (list: unknown[], isKept: (each: unknown) => boolean): unknown[] =>
  list.every(isKept) ? list : list.filter(isKept)
