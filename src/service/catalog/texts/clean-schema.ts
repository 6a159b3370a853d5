import { isObject } from '../../../schema/json-schema.ts'
import { holdsHidden } from '../../platform/untrusted-text/index.ts'
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
    const entries = Object.entries(schema).flatMap(cleanKeyword)
    const isSame =
      entries.length === Object.keys(schema).length &&
      entries.every(([keyword, value]) => schema[keyword] === value)
    const cleaned = isSame ? schema : Object.fromEntries(entries)
    known.set(schema, cleaned)
    return cleaned
  }

  const cleanKeyword = ([keyword, value]: [string, unknown]): [string, unknown][] => {
    if (keyword === 'enum' && Array.isArray(value))
      return [[keyword, keep(value, (each) => !hides(each))]]
    if (values.has(keyword)) return hides(value) ? [] : [[keyword, value]]
    if (structure.has(keyword)) return [[keyword, value]]
    if (namesSchemas.has(keyword) && isObject(value)) return [[keyword, cleanNamed(value)]]
    return [[keyword, cleanPart(value)]]
  }

  const cleanNamed = (schemas: JsonSchema): JsonSchema => {
    const entries = Object.entries(schemas)
      .filter(([name]) => !holdsHidden(name))
      .map(([name, schema]): [string, unknown] => [name, cleanPart(schema)])
    const isSame =
      entries.length === Object.keys(schemas).length &&
      entries.every(([name, schema]) => schemas[name] === schema)
    return isSame ? schemas : Object.fromEntries(entries)
  }

  const cleanPart = (part: unknown): unknown => {
    if (typeof part === 'string') return text(part)
    if (isObject(part)) return clean(part)
    if (!Array.isArray(part)) return part
    const cleaned = part.map(cleanPart)
    return cleaned.every((each, index) => each === part[index]) ? part : cleaned
  }

  return clean
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
  holdsHidden(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const keep = (list: unknown[], isKept: (each: unknown) => boolean): unknown[] =>
  list.every(isKept) ? list : list.filter(isKept)
