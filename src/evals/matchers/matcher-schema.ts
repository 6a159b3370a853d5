import { z } from 'zod'
import { isObject } from '../../schema/json-schema.ts'
import { readTime } from './match-date.ts'
import type { JsonValue, Matcher } from './matcher.ts'

/**
 * Parses a matcher of a case file or of code. A misspelt rule is an error: as a plain value it
 * would never match, or always.
 */
export const matcherSchema: z.ZodType<Matcher> = z
  .unknown()
  .transform((value, context): Matcher => {
    const found = readMatcher(value, [])
    if (found.ok) return found.matcher
    for (const { path, message } of found.issues)
      context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })

type MatcherIssue = {
  path: PropertyKey[]
  message: string
}

type Found = { ok: true; matcher: Matcher } | { ok: false; issues: MatcherIssue[] }

const readMatcher = (value: unknown, path: PropertyKey[]): Found => {
  const issues: MatcherIssue[] = []
  check(value, path, issues)
  // Validated above; the value is returned as it was written.
  return issues.length > 0 ? { ok: false, issues } : { ok: true, matcher: value as Matcher }
}

const check = (value: unknown, path: PropertyKey[], issues: MatcherIssue[]): void => {
  if (Array.isArray(value))
    return value.forEach((item, index) => check(item, [...path, index], issues))
  if (!isObject(value))
    return isPlain(value)
      ? undefined
      : void issues.push({ path, message: `is neither JSON nor a function: ${String(value)}` })
  const marked = Object.keys(value).filter((name) => name.startsWith('$'))
  if (marked.length === 0)
    return Object.entries(value).forEach(([name, inner]) => check(inner, [...path, name], issues))
  checkRule(value, marked, path, issues)
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  typeof value === 'function' ||
  (typeof value === 'number' && Number.isFinite(value))

const checkRule = (
  rule: Record<string, unknown>,
  marked: string[],
  path: PropertyKey[],
  issues: MatcherIssue[],
): void => {
  const [name = ''] = marked
  const schema = Object.hasOwn(rules, name) ? rules[name] : undefined
  if (!schema || marked.length > 1)
    return void issues.push({
      path,
      message: `has ${marked.join(', ')}; a rule is one of ${Object.keys(rules).join(', ')}. Write a plain value with such a name within $exact`,
    })
  const parsed = schema.safeParse(rule)
  if (!parsed.success)
    return void issues.push(
      ...parsed.error.issues.map((issue) => ({
        path: [...path, ...issue.path],
        message: issue.message,
      })),
    )
  if (withInner.has(name)) check(rule[name], [...path, name], issues)
}

const withInner = new Set(['$oneOf', '$set', '$subset', '$optional'])

const json: z.ZodType<JsonValue> = z.json()
const choice = <const T extends string[]>(...values: T) => z.enum(values).optional()
const tolerance = z.number().min(0).optional()

const isPattern = ({
  $pattern,
  flags,
}: {
  $pattern: string
  flags?: string | undefined
}): boolean => {
  try {
    return new RegExp($pattern, flags) instanceof RegExp
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

const rules: Record<string, z.ZodType> = {
  $exact: z.strictObject({ $exact: json }),
  $number: z.strictObject({ $number: z.number(), relative: tolerance, absolute: tolerance }),
  $string: z.strictObject({
    $string: z.string(),
    case: choice('keep', 'ignore'),
    blanks: choice('keep', 'collapse', 'ignore'),
    punctuation: choice('keep', 'ignore'),
    without: z.string().optional(),
    quotes: choice('keep', 'same'),
  }),
  $similar: z.strictObject({ $similar: z.string(), atLeast: z.number().min(0).max(1).optional() }),
  $date: z.strictObject({
    $date: z
      .string()
      .refine(
        (text) => readTime(text) !== undefined,
        'must be a date or time such as 2026-11-21T09:00:00Z',
      ),
    withinMs: tolerance,
  }),
  $oneOf: z.strictObject({ $oneOf: z.array(z.unknown()).min(1) }),
  $pattern: z
    .strictObject({ $pattern: z.string(), flags: z.string().optional() })
    .refine(isPattern, 'is not a regular expression'),
  $set: z.strictObject({ $set: z.array(z.unknown()) }),
  $subset: z.strictObject({
    $subset: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  }),
  $any: z.strictObject({ $any: z.literal(true) }),
  $optional: z.strictObject({ $optional: z.unknown() }),
  $schema: z.strictObject({ $schema: z.union([z.boolean(), z.record(z.string(), z.unknown())]) }),
}
