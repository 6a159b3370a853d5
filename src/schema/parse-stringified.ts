import { bodyLimits, isWithin } from '../contract/json-limits.ts'
import { findValidator, type SchemaIssue, type Validation } from './compile-schema.ts'
import { isObject, type JsonSchema } from './json-schema.ts'
import { parseExact } from './parse-exact.ts'
import { valueAt } from './value-at.ts'

/** A value after `parseStringified`, with the verdict on it. */
export type ParsedValue = {
  value: unknown
  /** The paths of the texts that were parsed, outermost first. */
  parsed: SchemaIssue['path'][]
  verdict: Validation
}

/** A text in a text in a text: what models write has one level, rarely two. */
const maximumDepth = 3
const maximumTexts = 20
const maximumCharacters = 200_000

/**
 * Validates a value, and parses texts of JSON in it where the schema allows an object or an array
 * but no text, as some models write them: `"[1, 2]"` for `[1, 2]`.
 *
 * A text is parsed only where it is not valid as it is and the parsed value has another type that
 * the schema allows there, so that there is no other reading. The given value is not changed. Texts
 * stay texts where the whole would exceed `bodyLimits`, as a body of the same content would.
 *
 * With `exactIntegers`, a number beyond 2^53 is no integer: it may be a rounded id, so that another
 * record would be meant. In texts of JSON, such integers become texts of their digits.
 *
 * @example
 * parseStringified({ properties: { labels: { type: 'array' } } }, { labels: '["a"]' })
 * // { value: { labels: ['a'] }, parsed: [['labels']], verdict: { ok: true } }
 */
export const parseStringified = (
  schema: JsonSchema,
  given: unknown,
  { exactIntegers = false }: { exactIntegers?: boolean } = {},
): ParsedValue => {
  const validator = findValidator(schema, {})
  const validate = exactIntegers ? validator.validateExact : validator.validate
  const parse = exactIntegers ? parseExact : JSON.parse
  let value = given
  let verdict = validate(value)
  const parsed: SchemaIssue['path'][] = []
  for (let depth = 0; depth < maximumDepth && !verdict.ok; depth += 1) {
    const read = readTexts(verdict.issues, value, maximumTexts - parsed.length, parse)
    if (read.length === 0) break
    const next = read.reduce((whole, { path, content }) => replace(whole, path, content), value)
    // Before anything walks it by recursion: the limits of the body counted a text as one value.
    if (!isWithin(next, bodyLimits)) break
    value = next
    parsed.push(...read.map(({ path }) => path))
    verdict = validate(value)
  }
  // Where the type is still wrong, the text was none of JSON for this place: it stands as it was.
  return verdict.ok || !isAnyOf(parsed, verdict.issues)
    ? { value, parsed, verdict }
    : { value: given, parsed: [], verdict: validate(given) }
}

type ReadText = { path: SchemaIssue['path']; content: unknown }

const readTexts = (
  issues: readonly SchemaIssue[],
  value: unknown,
  most: number,
  parse: (text: string) => unknown,
): ReadText[] => {
  const paths = issues.filter(({ keyword }) => keyword === 'type').map(({ path }) => path)
  const distinct = new Map(paths.map((path) => [JSON.stringify(path), path]))
  return [...distinct.values()]
    .flatMap((path) => {
      const content = parseText(valueAt(value, path), parse)
      return content === undefined ? [] : [{ path, content }]
    })
    .slice(0, most)
}

const parseText = (text: unknown, parse: (text: string) => unknown): unknown => {
  if (typeof text !== 'string' || text.length > maximumCharacters) return undefined
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** A copy along the path alone. Built from entries, since a property may be called `__proto__`. */
const replace = (value: unknown, path: SchemaIssue['path'], content: unknown): unknown => {
  const [step, ...rest] = path
  if (step === undefined) return content
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      index === step ? replace(item, rest, content) : item,
    )
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === step ? replace(member, rest, content) : member,
    ]),
  )
}

const isAnyOf = (paths: SchemaIssue['path'][], issues: readonly SchemaIssue[]): boolean => {
  const parsed = new Set(paths.map((path) => JSON.stringify(path)))
  return issues.some(({ keyword, path }) => keyword === 'type' && parsed.has(JSON.stringify(path)))
}
