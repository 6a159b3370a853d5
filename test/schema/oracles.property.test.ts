import { Validator as CfValidator } from '@cfworker/json-schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../src/schema/index.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { arbitrarySchema, arbitraryValue } from './arbitrary-schema.ts'

const numRuns = isThorough ? 3000 : 100

describe('compileSchema, beside others on generated schemas and values', () => {
  const cases = fc.tuple(arbitrarySchema, fc.array(arbitraryValue, { minLength: 4, maxLength: 8 }))

  it('explains what it refuses, and changes nothing', () => {
    verifies('validator.explains')
    verifies('validator.untouched')
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        const before = JSON.stringify([schema, values])
        const { validate } = compileSchema(schema)
        for (const value of values) {
          const validation = validate(value)
          if (validation.ok) continue
          expect(validation.issues.length).toBeGreaterThan(0)
          for (const { path } of validation.issues) expect(isPlace(value, path)).toBe(true)
        }
        expect(JSON.stringify([schema, values])).toBe(before)
      }),
      { numRuns },
    )
  })

  it('judges as ajv does', () => {
    verifies('validator.oracles')
    let judged = 0
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        if (goesInCircles(schema)) return
        // ajv counts what an `if` that failed has looked at as evaluated; by 2020-12 (core, 11) and
        // for the other judge it is not.
        if (/"if":\{.*"unevaluated/.test(JSON.stringify(schema))) return
        const verdicts = judgeWithAjv(schema, values)
        if (!verdicts) return
        judged += 1
        const { validate } = compileSchema(schema)
        expect(values.map((value) => [value, validate(value).ok])).toEqual(
          values.map((value, at) => [value, verdicts[at]]),
        )
      }),
      { numRuns },
    )
    expect(judged).toBeGreaterThan(numRuns / 2)
  })

  it('judges as @cfworker/json-schema does', () => {
    verifies('validator.oracles')
    fc.assert(
      fc.property(cases, ([schema, values]) => {
        if (goesInCircles(schema)) return
        // It lets `then` and `else` see what the `if` beside them evaluated; by 2020-12 (core, 11)
        // a schema sees what is in itself.
        if (/"(then|else)":\{.*"unevaluated/.test(JSON.stringify(schema))) return
        const oracle = new CfValidator(schema, '2020-12')
        const { validate } = compileSchema(schema)
        for (const value of values)
          expect([value, validate(value).ok]).toEqual([value, oracle.validate(value).valid])
      }),
      { numRuns },
    )
  })
})

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  logger: false,
  ownProperties: true,
})

/**
 * Undefined where ajv 8.20 writes code that names a variable it never declares, as for `anyOf:
 * [{items: false}, false]` beside `not`.
 */
const judgeWithAjv = (
  schema: Record<string, unknown>,
  values: readonly unknown[],
): boolean[] | undefined => {
  try {
    const oracle = ajv.compile(schema)
    return values.map((value) => oracle(value))
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

/** Something that is there, or a property that is not. */
const isPlace = (value: unknown, [step, ...rest]: readonly (string | number)[]): boolean => {
  if (step === undefined) return true
  if (typeof value !== 'object' || value === null) return false
  const member = (value as Record<string | number, unknown>)[step]
  return member === undefined
    ? rest.length === 0 && typeof step === 'string'
    : isPlace(member, rest)
}

/**
 * Whether a schema refers to itself without going into the value: we end such a circle, others
 * overflow.
 */
const goesInCircles = (root: Record<string, unknown>): boolean => {
  const visit = (schema: unknown, open: readonly unknown[]): boolean => {
    if (typeof schema !== 'object' || schema === null) return false
    if (open.includes(schema)) return true
    const keywords = schema as Record<string, unknown>
    const { $ref, allOf = [], anyOf = [], oneOf = [], not, dependentSchemas = {} } = keywords
    const target =
      $ref === '#'
        ? root
        : typeof $ref === 'string'
          ? (root['$defs'] as Record<string, unknown>)[$ref.slice(8)]
          : undefined
    return [
      target,
      allOf,
      anyOf,
      oneOf,
      not,
      keywords['if'],
      keywords['then'],
      keywords['else'],
      Object.values(dependentSchemas as object),
    ]
      .flat()
      .some((inside) => visit(inside, [...open, schema]))
  }
  const { a, b } = root['$defs'] as Record<string, unknown>
  return [root, a, b, ...Object.values(root['properties'] as object)].some((schema) =>
    visit(schema, []),
  )
}
