import { spend, type Check, type Evaluated } from './check.ts'
import { createEvaluated, mergeEvaluated } from './evaluated.ts'
import { anything } from './schema-node.ts'

/** All of the checks, one after the other. */
export const sequence = (checks: readonly Check[]): Check => {
  const [first, second] = checks
  if (first === undefined) return anything
  if (second === undefined) return first
  if (checks.length === 2) return both(first, second)
  return (value, run) => {
    let valid = true
    for (const check of checks) {
      if (check(value, run)) continue
      if (!run.issues) return false
      valid = false
    }
    return valid
  }
}

const both =
  (first: Check, second: Check): Check =>
  (value, run) => {
    if (first(value, run)) return second(value, run)
    if (run.issues) second(value, run)
    return false
  }

/**
 * `nullable` beside `type` adds a type (see keywords/type.ts); alone, beside `anyOf` or `$ref`, it
 * lets null through.
 */
export const orNull =
  (check: Check): Check =>
  (value, run) =>
    value === null || check(value, run)

/** Gives the schema a record of its own, and tells the schema around it only when it holds. */
export const evaluating =
  (check: Check): Check =>
  (value, run) => {
    spend(run, stepsOfRecord)
    const outer = run.evaluated
    const own: Evaluated = createEvaluated()
    run.evaluated = own
    const valid = check(value, run)
    run.evaluated = outer
    if (!valid || !outer) return valid
    spend(
      run,
      (own.properties === 'all' ? 0 : own.properties.size * stepsOfName) +
        own.indexes.size * stepsOfName,
    )
    mergeEvaluated(outer, own)
    return valid
  }

/** To make a record, and to add a name to it, takes so much longer than the rest. */
const stepsOfRecord = 20
const stepsOfName = 5

/** Remembers the schema resource that a value is in, for references that ask which were entered. */
export const inResource =
  (base: string, check: Check): Check =>
  (value, run) => {
    const scope = (run.scope ??= [])
    if (scope.at(-1) === base) return check(value, run)
    scope.push(base)
    const valid = check(value, run)
    scope.pop()
    return valid
  }
