import type { z } from 'zod'

/**
 * Error map of zod for values of a caller: says in plain words what is wrong most often. A message
 * that a schema has of its own wins; every other issue keeps the words of zod.
 *
 * @example
 * schema.safeParse(value, { error: plainWords })
 */
export const plainWords: z.core.$ZodErrorMap = (issue) => {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? 'is required'
        : `must be ${typeName(issue.expected)}; got ${kindOf(input)}`
    case 'invalid_value': {
      const choices = listChoices(issue.values)
      return input === undefined ? `is required: ${choices}` : `must be ${choices}`
    }
    case 'invalid_union':
      return input === undefined ? 'is required' : undefined
    case 'too_small':
      return issue.inclusive === false
        ? `must be more than ${issue.minimum}`
        : isMissing(issue)
          ? 'must not be empty'
          : `must ${sized('at least', issue.origin, Number(issue.minimum))}`
    case 'too_big':
      return issue.inclusive === false
        ? `must be less than ${issue.maximum}`
        : `must ${sized('at most', issue.origin, Number(issue.maximum))}`
    case 'invalid_format':
      return formats[issue.format]
    default:
      return undefined
  }
}

/** More choices of a field are not listed; the OpenAPI document has them. */
const mostChoices = 20

const formats: Readonly<Record<string, string>> = {
  url: 'must be a complete URL such as https://example.com/path',
  uuid: 'must be a UUID',
  email: 'must be an e-mail address',
  datetime: 'must be a date and time such as 2026-11-23T10:00:00Z',
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'a boolean',
  int: 'a whole number',
  null: 'null',
  object: 'an object',
  record: 'an object',
  undefined: 'absent',
}

const typeName = (expected: string): string => typeNames[expected] ?? `a ${expected}`

const kindOf = (input: unknown): string =>
  input === null ? 'null' : Array.isArray(input) ? 'a list' : typeName(typeof input)

const listChoices = (values: readonly unknown[]): string => {
  const shown = values.slice(0, mostChoices).map((value) => JSON.stringify(value) ?? String(value))
  const rest = values.length - shown.length
  const list = [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return values.length === 1 ? list : `one of ${list}`
}

const isMissing = ({ origin, minimum }: { origin: string; minimum: unknown }): boolean =>
  Number(minimum) === 1 && units[origin] !== undefined

const units: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
}

const sized = (bound: 'at least' | 'at most', origin: string, limit: number): string => {
  const [one, many] = units[origin] ?? []
  return many === undefined
    ? `be ${bound} ${limit}`
    : `have ${bound} ${limit} ${limit === 1 ? one : many}`
}
