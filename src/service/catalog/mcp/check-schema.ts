import { measureJson, plainText } from '../../platform/untrusted-text/index.ts'
import type { JsonSchema } from '../definitions.ts'
import { isSlowPattern } from './slow-pattern.ts'

const maximumCharacters = 100_000
const deepestNesting = 60

type CheckedSchema = { schema: JsonSchema; notes: string[] } | { problem: string }

/** Validates a server's schema of arguments; returns the reason when it cannot be used. */
export const checkObjectSchema = (given: unknown): CheckedSchema => {
  const checked = checkSchema(given)
  return 'problem' in checked || checked.schema['type'] === 'object'
    ? checked
    : { problem: 'does not describe an object (type: object)' }
}

/**
 * Validates a server's schema, which must not be too large; returns the reason when it cannot be
 * used.
 */
export const checkSchema = (given: unknown): CheckedSchema => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problem: 'is not a JSON Schema' }
  const text = JSON.stringify(given)
  if (text.length > maximumCharacters)
    return { problem: `is larger than ${maximumCharacters} characters` }
  if (measureJson(text).depth > deepestNesting)
    return { problem: `is nested deeper than ${deepestNesting} levels` }
  const slow: string[] = []
  const schema = clean(given as JsonSchema, slow)
  return {
    schema,
    notes: slow.map(
      (pattern) =>
        `the pattern was omitted: ${JSON.stringify(plainText(pattern, 80))}, which could take too long to check`,
    ),
  }
}

/** Keywords with values, not schemas; kept unchanged. */
const values = new Set(['const', 'default', 'enum', 'examples', 'required', 'dependentRequired'])

const clean = (schema: JsonSchema, slow: string[]): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (values.has(key)) return [[key, value]]
      if (typeof value === 'string') return cleanText(key, value, slow)
      // Names of properties are never keywords.
      if (namesSchemas.has(key) && isObject(value)) return [[key, cleanEntries(key, value, slow)]]
      return [[key, cleanPart(value, slow)]]
    }),
  )

const namesSchemas = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])

const cleanEntries = (keyword: string, entries: JsonSchema, slow: string[]): JsonSchema =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, part]) => {
      if (keyword !== 'patternProperties' || !isSlowPattern(name))
        return [[name, cleanPart(part, slow)]]
      slow.push(name)
      return []
    }),
  )

const cleanPart = (part: unknown, slow: string[]): unknown => {
  if (Array.isArray(part)) return part.map((each) => cleanPart(each, slow))
  return isObject(part) ? clean(part, slow) : part
}

const cleanText = (keyword: string, text: string, slow: string[]): [string, string][] => {
  if (keyword !== 'pattern' || !isSlowPattern(text)) return [[keyword, text]]
  slow.push(text)
  return []
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
