import type { z } from 'zod'
import type { Issue } from './compiler/check.ts'

/**
 * The part of zod's issues that depends on their code. zod would merge several unknown keys into
 * one issue at the object; here each has its own, at the key.
 */
export type ZodIssueKind = z.core.$ZodIssue extends infer Each
  ? Each extends z.core.$ZodIssue
    ? Omit<Each, 'path' | 'message' | 'input'>
    : never
  : never

/**
 * Returns zod's code of an issue with what belongs to it, for error maps and translations; `custom`
 * for what zod has no code for. `value` is the value at the issue's path.
 *
 * @example
 * zodIssueKind({ path: ['title'], keyword: 'minLength', message: 'must have at least 1 character; got 0', rule: 1 }, '')
 * // { code: 'too_small', origin: 'string', minimum: 1, inclusive: true }
 */
export const zodIssueKind = (issue: Issue, value: unknown): ZodIssueKind => {
  const { keyword, rule, path } = issue
  if (typeof rule === 'number') return limitKind(keyword, rule, value)
  switch (keyword) {
    case 'type':
      return typeKind(issue)
    case 'required':
    case 'dependentRequired':
    case 'dependencies':
      return { code: 'invalid_type', expected: 'nonoptional' }
    case 'false':
      return { code: 'invalid_type', expected: 'never' }
    case 'enum':
    case 'const':
      return Array.isArray(rule) && rule.every(isPrimitive)
        ? { code: 'invalid_value', values: rule }
        : custom
    case 'format':
      return { code: 'invalid_format', format: formatNames[String(rule)] ?? String(rule) }
    case 'pattern':
      return { code: 'invalid_format', format: 'regex', pattern: String(rule) }
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { code: 'unrecognized_keys', keys: [String(path.at(-1))] }
    case 'propertyNames':
      return { code: 'invalid_key', origin: 'record', issues: [] }
    case 'anyOf':
    case 'oneOf':
      return { code: 'invalid_union', errors: [] }
    default:
      return custom
  }
}

const custom: ZodIssueKind = { code: 'custom' }

const limitKind = (keyword: string, limit: number, value: unknown): ZodIssueKind => {
  const origin = originOf(value)
  switch (keyword) {
    case 'minimum':
    case 'minLength':
    case 'minItems':
    case 'minProperties':
    case 'contains':
      return { code: 'too_small', origin, minimum: limit, inclusive: true }
    case 'exclusiveMinimum':
      return { code: 'too_small', origin, minimum: limit, inclusive: false }
    case 'maximum':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
    case 'maxContains':
      return { code: 'too_big', origin, maximum: limit, inclusive: true }
    case 'exclusiveMaximum':
      return { code: 'too_big', origin, maximum: limit, inclusive: false }
    // The issue is at the first item too many.
    case 'items':
      return { code: 'too_big', origin: 'array', maximum: limit, inclusive: true }
    case 'multipleOf':
      return { code: 'not_multiple_of', divisor: limit }
    default:
      return custom
  }
}

const originOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : value !== null && typeof value === 'object'
      ? 'object'
      : typeof value

/** Null beside one other type is zod's `.nullable()`, which names the other. */
const typeKind = ({ mismatch }: Issue): ZodIssueKind => {
  const types = (mismatch?.expected ?? []).map((text) => text.replace(/^an? /, ''))
  const [type = 'null', ...others] = types.filter((name) => name !== 'null')
  return others.length > 0
    ? { code: 'invalid_union', errors: [] }
    : { code: 'invalid_type', expected: type === 'integer' ? 'int' : type }
}

const isPrimitive = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Where zod has another name. */
const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'datetime',
  uri: 'url',
}
