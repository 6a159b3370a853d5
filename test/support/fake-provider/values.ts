import type { Recipe } from '../../../src/contract/recipe/recipe.ts'
import type { AnswerCondition } from '../../../src/contract/recipe/conditions.ts'

export type Json = Record<string, unknown>

/** An answer in the making. */
export type Answer = { status: number; headers: Record<string, string>; body: Json }

export const answer = (): Answer => ({ status: 200, headers: {}, body: {} })

/** Puts a value at a path of names and indexes, such as `data.items.0.id`. */
export const put = (target: Json, path: string, value: unknown): void => {
  const names = path.split('.')
  let place: Json = target
  for (const [index, name] of names.slice(0, -1).entries()) {
    const isList = /^\d+$/.test(names[index + 1] ?? '')
    const inner = place[name]
    if (typeof inner !== 'object' || inner === null) place[name] = isList ? [] : {}
    place = place[name] as Json
  }
  place[names.at(-1) ?? ''] = value
}

/** Makes a condition of a rule hold. */
export const satisfy = (made: Answer, condition: AnswerCondition): void => {
  if (condition.in === 'status') made.status = condition.one_of[0] ?? 400
  else if (condition.in === 'header')
    made.headers[condition.name.toLowerCase()] = condition.one_of?.[0] ?? 'yes'
  else if (condition.one_of) put(made.body, condition.path, condition.one_of[0])
  else if (condition.not_one_of) put(made.body, condition.path, other(condition.not_one_of))
  // The message of the failure may be there, or below it.
  else if (get(made.body, condition.path) === undefined) put(made.body, condition.path, 'it failed')
}

/** Makes a condition of a rule not hold. What is not there is none of the values of `one_of`. */
export const avoid = (made: Answer, condition: AnswerCondition): void => {
  if (condition.in === 'body' && condition.not_one_of)
    put(made.body, condition.path, condition.not_one_of[0])
}

const other = (values: readonly unknown[]): unknown =>
  [true, false, 'fine', 0, 1, null].find((value) => !values.includes(value)) ?? 'another value'

type Field = NonNullable<Recipe['auth'][number]['fields']>[number]

/** What a user could enter into a field of the account. */
export const valueFor = ({
  one_of: oneOf,
  default: fallback,
  pattern,
  starts_with: starts,
}: Field): string =>
  oneOf?.[0] ??
  fallback ??
  `${starts?.[0] ?? ''}${pattern === undefined ? 'value-0123456789abcdef' : pattern.replaceAll('*', 'acme')}`

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of names and indexes; the whole at an empty one. */
export const get = (from: unknown, path: string): unknown =>
  path === ''
    ? from
    : path
        .split('.')
        .reduce<unknown>(
          (value, name) =>
            typeof value === 'object' && value !== null ? (value as Json)[name] : undefined,
          from,
        )
