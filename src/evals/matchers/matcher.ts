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
 * What a value should be: a plain value means exactly this one; an object with one name that begins
 * with `$` is a rule.
 *
 * Rules may lie anywhere inside a plain value. All but functions can be written in a case file.
 * JSON types count: `1` and `"1"` differ, `1` and `1.0` do not. A plain object that itself has a
 * name such as `$set` is written within `$exact`.
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

/** Judges a value: whether it is right, or how right from 0 to 1, with a reason if it likes. */
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

/** This value and no other; nothing inside is read as a rule. */
export type ExactRule = { $exact: JsonValue }

/**
 * A number no further away than the larger of both tolerances; `relative: 0.01` is one percent of
 * the expected number.
 */
export type NumberRule = {
  $number: number
  relative?: number | undefined
  absolute?: number | undefined
}

/**
 * A text, where differences of letter case, blanks and punctuation can be let pass. `blanks:
 * 'collapse'` makes each run of blanks one and drops those at the ends; `'ignore'` drops all.
 */
export type StringRule = {
  $string: string
  case?: 'keep' | 'ignore' | undefined
  blanks?: 'keep' | 'collapse' | 'ignore' | undefined
  punctuation?: 'keep' | 'ignore' | undefined
  /** Further characters that do not count. */
  without?: string | undefined
  /** `same`: `'` and `"` are one character. */
  quotes?: 'keep' | 'same' | undefined
}

/**
 * A text that shares enough of its letters with this one, in their order; the score is how much, 0
 * below `atLeast` (0.8).
 */
export type SimilarRule = { $similar: string; atLeast?: number | undefined }

/**
 * A date or time (ISO 8601) no further away than `withinMs` (0); without an offset it is read as
 * UTC.
 */
export type DateRule = { $date: string; withinMs?: number | undefined }

/** The best of several. */
export type OneOfRule = { $oneOf: Matcher[] }

/**
 * A text in which this regular expression finds something; write `^` and `$` for the whole text.
 */
export type PatternRule = { $pattern: string; flags?: string | undefined }

/** A list with these items in any order, each as often as it stands here. */
export type SetRule = { $set: Matcher[] }

/**
 * These are part of the value: a list may have further items and any order, an object further
 * properties.
 */
export type SubsetRule = { $subset: Matcher[] | { [name: string]: Matcher } }

/** Anything, as long as it is there. */
export type AnyRule = { $any: true }

/** May be absent; if it is there, it is this. */
export type OptionalRule = { $optional: Matcher }

/** Anything that holds by this JSON Schema. */
export type SchemaRule = { $schema: JsonSchema }
