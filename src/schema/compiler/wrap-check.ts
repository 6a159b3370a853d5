import { spend, type Check, type Evaluated } from './check.ts'
import { createEvaluated, mergeEvaluated } from './evaluated.ts'
import { anything } from './schema-node.ts'

/** Runs all checks in sequence. */
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
 * `nullable` next to `type` adds a type (see keywords/type.ts); without it, next to `anyOf` or
 * `$ref`, it accepts null.
 */
export const orNull =
  (check: Check): Check =>
  (value, run) =>
    value === null || check(value, run)

/**
 * Gives the schema a separate record of what it evaluated, and merges it into the surrounding
 * schema's record only if the value is valid.
 */
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

/** Creating a record and adding names to it takes much longer than the rest. */
const stepsOfRecord = 20
const stepsOfName = 5

/** Records the schema resource that is entered, for dynamic references. */
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
