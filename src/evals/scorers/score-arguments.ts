import { applyDefaults, type JsonSchema } from '../../schema/index.ts'
import { isObject } from '../../schema/json-schema.ts'
import { matchArguments, show, type FieldMatch, type Matcher } from '../matchers/index.ts'
import { isRule } from '../matchers/is-rule.ts'
import type { ExpectedCall, Score } from '../types.ts'

/**
 * Scores the arguments of a call: the weighted mean of the arguments, each the mean of its paths.
 * The parts are named by their paths.
 */
export const scoreArguments = (
  expected: ExpectedCall,
  actual: unknown,
  schema?: JsonSchema,
): Score => {
  if (!isObject(actual))
    return {
      name: 'arguments',
      value: 0,
      reason: `The arguments are not a JSON object: ${show(actual)}`,
    }
  const filled =
    schema === undefined || expected.defaults === 'different'
      ? undefined
      : applyDefaults(schema, keepNamed(expected.arguments, actual))
  const fields = matchArguments(expected.arguments, actual, {
    filled,
    extra: expected.extraArguments,
  })
  const wrong = fields.filter(({ value }) => value < 1)
  return {
    name: 'arguments',
    value: weigh(fields, expected.weights ?? {}),
    reason: wrong.map(({ path, reason }) => `${path.join('.')}: ${reason}`).join('; '),
    parts: fields.map(({ path, value, reason }) => ({ name: path.join('.'), value, reason })),
  }
}

/** The value without unexpected properties, so that defaults show which of them change nothing. */
const keepExpected = (matcher: Matcher | undefined, actual: unknown): unknown => {
  if (Array.isArray(matcher) && Array.isArray(actual))
    return actual.map((item, index) => keepExpected(matcher[index], item))
  return isObject(matcher) && !isRule(matcher) && isObject(actual)
    ? keepNamed(matcher, actual)
    : actual
}

const keepNamed = (
  matchers: Record<string, Matcher>,
  actual: Record<string, unknown>,
): Record<string, unknown> => {
  const expected = new Map(Object.entries(matchers))
  return Object.fromEntries(
    Object.entries(actual).flatMap(([name, value]) =>
      expected.has(name) ? [[name, keepExpected(expected.get(name), value)]] : [],
    ),
  )
}

const weigh = (fields: FieldMatch[], weights: Record<string, number>): number => {
  const weightOf = (path: string) => (Object.hasOwn(weights, path) ? (weights[path] ?? 1) : 1)
  const byArgument = [...Map.groupBy(fields, ({ path }) => String(path[0] ?? ''))]
  return mean(
    byArgument.map(([name, places]) => ({
      weight: weightOf(name),
      value: mean(
        places.map(({ path, value }) => ({
          value,
          weight: path.length < 2 ? 1 : weightOf(path.join('.')),
        })),
      ),
    })),
  )
}

/** 1 if nothing has a weight. */
const mean = (items: { value: number; weight: number }[]): number => {
  const counted = items.filter(({ weight }) => weight > 0)
  if (counted.every(({ value }) => value === 1)) return 1 // not a sum, which rounding could keep below 1
  return (
    counted.reduce((sum, { value, weight }) => sum + value * weight, 0) /
    counted.reduce((sum, { weight }) => sum + weight, 0)
  )
}
