import { isDeepStrictEqual } from 'node:util'
import { compileSchema, type ProfiledSchema } from '../../../src/schema/index.ts'
import { mutationsOf, sampleValue } from '../sample-values.ts'
import { modelAnswers } from './model-answers.ts'
import { isSchema, type Schema } from './rules/visit-schemas.ts'

type Accepts = (value: unknown) => boolean
type Options = { limit: number; isUndeclared?: Accepts; accepts?: Accepts }

/**
 * What goes wrong with values of a schema in a profile: valid ones that no answer of a model leads
 * back to exactly, and answers that lead to invalid ones; except where the stated changes say so.
 * `isUndeclared` tells values that a closed object can't hold.
 */
export const checkValues = (
  schema: Schema,
  profiled: ProfiledSchema,
  { limit, isUndeclared = () => true, accepts = acceptedBy(profiled.schema) }: Options,
): string[] => {
  const isValid = acceptedBy(schema)
  const has = (effect: string) =>
    profiled.changes.some((change) => change.effect === effect && change.change !== 'closed')
  const isClosed = profiled.changes.some(({ change }) => change === 'closed')
  const isSame = profiled.changes.some(({ change }) => change === 'null-means-absent')
    ? (one: unknown, other: unknown) => isDeepStrictEqual(withoutNulls(one), withoutNulls(other))
    : isDeepStrictEqual
  const sayable = (value: unknown): boolean => {
    let tries = 0
    for (const answer of modelAnswers(profiled, value)) {
      if (accepts(answer) && isSame(profiled.restore(answer), value)) return true
      if (++tries === 300) return false
    }
    return false
  }
  const lost = has('narrower')
    ? []
    : samplesOf(schema, limit).filter(
        (value) => isValid(value) && !(isClosed && isUndeclared(value)) && !sayable(value),
      )
  const leaked = has('wider')
    ? []
    : samplesOf(profiled.schema, limit).filter(
        (answer) => accepts(answer) && !isValid(profiled.restore(answer)),
      )
  return [
    ...lost.map((value) => `lost: ${JSON.stringify(value)}`),
    ...leaked.map((answer) => `leaked: ${JSON.stringify(answer)}`),
  ]
}

const acceptedBy = (schema: Schema): Accepts => {
  const validator = compileSchema(schema)
  return (value) => validator.validate(value).ok
}

const samplesOf = (schema: Schema, limit: number): unknown[] => {
  const sample = sampleValue(schema)
  return [sample, ...mutationsOf(sample, limit)]
}

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  return isSchema(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, item]) => item !== null)
          .map(([key, item]) => [key, withoutNulls(item)]),
      )
    : value
}
