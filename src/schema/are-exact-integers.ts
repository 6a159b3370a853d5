import type { SchemaIssue, Validator } from './compile-schema.ts'
import { isExactInteger } from './parse-exact.ts'
import { valueAt } from './value-at.ts'

type Issue = Pick<SchemaIssue, 'path' | 'keyword'>

/** From this number on, a validation lists no more. */
export const mostIssues = 100

/** Each finds at most `mostIssues` more texts. */
const mostRounds = 10

/**
 * Whether all that is wrong with a value, but for issues that are allowed, is that integers came as
 * texts since no number holds them exactly. As numbers they have to be valid.
 */
export const areExactIntegers = (
  { validate }: Pick<Validator, 'validate'>,
  value: unknown,
  issues: readonly Issue[],
  isAllowed: (issue: Issue) => boolean = () => false,
): boolean => {
  if (!issues.some((issue) => isExact(issue, value))) return false
  const copy = copyOnWrite(value)
  let found = issues
  for (let round = 0; round < mostRounds; round += 1) {
    const wrong = found.filter((issue) => !isAllowed(issue))
    if (wrong.length === 0) return found.length < mostIssues
    if (!wrong.every((issue) => isExact(issue, copy.value))) return false
    for (const { path } of wrong) copy.put(path, Number(valueAt(copy.value, path)))
    const verdict = validate(copy.value)
    if (verdict.ok) return true
    found = verdict.issues
  }
  return false
}

const isExact = ({ keyword, path }: Issue, value: unknown): boolean =>
  keyword === 'type' && isExactInteger(valueAt(value, path))

/** A copy of only what is changed: the rest may be large, or nothing that can be copied. */
const copyOnWrite = (original: unknown) => {
  const copies = new WeakSet<object>()
  const root = { value: original }
  return {
    get value() {
      return root.value
    },
    put: (path: SchemaIssue['path'], value: unknown): void => {
      const steps = ['value', ...path]
      const holder = steps.slice(0, -1).reduce<object>((around, step) => {
        const inner = Reflect.get(around, step) as object
        if (copies.has(inner)) return inner
        const copy = Array.isArray(inner) ? [...inner] : Object.fromEntries(Object.entries(inner))
        copies.add(copy)
        return set(around, step, copy)
      }, root)
      set(holder, steps.at(-1) ?? 'value', value)
    },
  }
}

/** Defined, since a property may be called `__proto__`. */
const set = <Value>(holder: object, name: string | number, value: Value): Value => {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return value
}
