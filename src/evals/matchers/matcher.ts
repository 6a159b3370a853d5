import type { JsonSchema } from '../../schema/index.ts'

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [name: string]: JsonValue }
export type JsonObject = { [name: string]: JsonValue }

/**
 * The expected value: a plain value matches exactly this value; an object with a single key that
 * starts with `$` is a rule.
 *
 * Rules can be nested anywhere inside a plain value. All rules except functions can be written in a
 * case file. JSON types matter: `1` and `"1"` differ, `1` and `1.0` do not. A plain object with a
 * key such as `$set` is written within `$exact`.
 *
 * @example
 * const due: Matcher = { $date: '2026-11-21', withinMs: 86_400_000 }
 * const body: Matcher = { title: { $string: 'Broken build', case: 'ignore' }, labels: { $set: ['bug', 'ci'] }, note: { $optional: { $any: true } } }
 */
export type Matcher =
  | Rule
  | MatchFunction
  | string
  | number
  | boolean
  | null
  | Matcher[]
  | { [name: string]: Matcher }

/** Scores a value: true, false, or a number from 0 to 1, with an optional reason. */
export type MatchFunction = (
  actual: unknown,
) => boolean | number | { value: number; reason: string }

export type Rule =
  | ExactRule
  | NumberRule
  | StringRule
  | SimilarRule
  | DateRule
  | OneOfRule
  | PatternRule
  | SetRule
  | SubsetRule
  | AnyRule
  | OptionalRule
  | SchemaRule

/** Exactly this value; rules inside it are not interpreted. */
type ExactRule = { $exact: JsonValue }

/**
 * A number within the larger of both tolerances; `relative: 0.01` is one percent of the expected
 * number.
 */
export type NumberRule = {
  $number: number
  relative?: number | undefined
  absolute?: number | undefined
}

/**
 * A text, optionally ignoring letter case, blanks and punctuation. `blanks: 'collapse'` merges
 * consecutive blanks and trims the text; `'ignore'` removes all blanks.
 */
export type StringRule = {
  $string: string
  case?: 'keep' | 'ignore' | undefined
  blanks?: 'keep' | 'collapse' | 'ignore' | undefined
  punctuation?: 'keep' | 'ignore' | undefined
  /** Additional characters to ignore. */
  without?: string | undefined
  /** `same`: `'` and `"` are equivalent. */
  quotes?: 'keep' | 'same' | undefined
}

/**
 * A text that is similar to this one. The score is the similarity; below `atLeast` (0.8) it is 0.
 */
export type SimilarRule = { $similar: string; atLeast?: number | undefined }

/**
 * A date or time (ISO 8601) within `withinMs` (0) milliseconds; without an offset it is read as
 * UTC.
 */
export type DateRule = { $date: string; withinMs?: number | undefined }

/** The best score of several matchers. */
type OneOfRule = { $oneOf: Matcher[] }

/**
 * A text that contains a match of this regular expression; use `^` and `$` to match the whole text.
 */
export type PatternRule = { $pattern: string; flags?: string | undefined }

/** A list with these items in any order, each as often as it is listed here. */
export type SetRule = { $set: Matcher[] }

/**
 * A value that contains these: a list may have additional items in any order, an object additional
 * properties.
 */
export type SubsetRule = { $subset: Matcher[] | { [name: string]: Matcher } }

/** Any value, but it must be present. */
type AnyRule = { $any: true }

/** May be absent; if present, it must match. */
type OptionalRule = { $optional: Matcher }

/** A value that is valid against this JSON Schema. */
type SchemaRule = { $schema: JsonSchema }
