/**
 * Returns whether a value satisfies one schema or keyword; adds to `run.issues` when issues are
 * collected.
 */
export type Check = (value: unknown, run: Run) => boolean

type Path = (string | number)[]

export type Issue = {
  /**
   * The path from the checked value to the invalid one; filled from the end while the check
   * returns.
   */
  path: Path
  keyword: string
  message: string
  /** The keyword's value in the schema where it is a limit, a format, a pattern or a list of values. */
  rule?: unknown
  /**
   * For a value that matches none of a few options: the expected and actual value, so that
   * alternatives can be merged into one issue.
   */
  mismatch?: { expected: readonly string[]; got: string }
  /** For an unknown or a missing name: the names that may have been meant. */
  known?: readonly string[]
}

/** The state of one validation. */
export type Run = {
  /** Undefined while only the verdict is needed; the first failure then ends the run. */
  issues: Issue[] | undefined
  /**
   * Whether a number that may have been rounded, so one beyond 2^53, is no integer: for values that
   * are sent on.
   */
  exactIntegers: boolean
  /**
   * The properties and items of the current value that were evaluated; undefined when no keyword
   * needs them.
   */
  evaluated: Evaluated | undefined
  /** Addresses of the schema resources entered, outermost first; `$dynamicRef` searches them. */
  scope: string[] | undefined
  /** References being followed, with the depth of the value they are applied to. */
  following: Map<unknown, number> | undefined
  /** The nesting depth of the current value. */
  depth: number
  steps: number
}

export type Evaluated = {
  properties: Set<string> | 'all'
  /** Items before this index were evaluated. */
  items: number
  indexes: Set<number>
}

const maximumDepth = 256
const maximumSteps = 10_000_000
const maximumIssues = 100

/**
 * The value is too deep or too large to be checked; ends the run whatever keyword is running,
 * including `not`.
 */
export class LimitExceeded extends Error {}

export const createRun = (issues: Issue[] | undefined, exactIntegers = false): Run => ({
  issues,
  exactIntegers,
  evaluated: undefined,
  scope: undefined,
  following: undefined,
  depth: 0,
  steps: 0,
})

/**
 * Adds to the work done, in steps of a few nanoseconds. Anything that can multiply counts its
 * steps, so that no value or schema can stall the process.
 */
export const spend = (run: Run, steps: number): void => {
  run.steps += steps
  if (run.steps > maximumSteps) throw new LimitExceeded('is too large to be checked')
}

/**
 * Enters an object or an array. Its members are recorded separately as evaluated; pass the result
 * to `leave`.
 */
export const enter = (run: Run): Evaluated | undefined => {
  spend(run, 1)
  run.depth += 1
  if (run.depth > maximumDepth) throw new LimitExceeded('is nested too deeply')
  const { evaluated } = run
  run.evaluated = undefined
  return evaluated
}

export const leave = (run: Run, evaluated: Evaluated | undefined): void => {
  run.depth -= 1
  run.evaluated = evaluated
}

/** Applies a check to a member of the current object or array. */
export const checkMember = (
  run: Run,
  key: string | number,
  check: Check,
  member: unknown,
): boolean => {
  run.steps += 1
  const { issues } = run
  if (issues === undefined) return check(member, run)
  const before = issues.length
  if (check(member, run)) return true
  for (const issue of issues.slice(before)) issue.path.unshift(key)
  return false
}

/** Applies a check to one property or item of the current value. */
export const within = (run: Run, key: string | number, check: Check, member: unknown): boolean => {
  const evaluated = enter(run)
  const valid = checkMember(run, key, check, member)
  leave(run, evaluated)
  return valid
}

/** Runs a check for its verdict only. */
export const silently = (run: Run, check: Check, value: unknown): boolean => {
  const { issues } = run
  run.issues = undefined
  const valid = check(value, run)
  run.issues = issues
  return valid
}

/** Runs a check with separate issues, for alternatives of which only one is reported. */
export const attempt = (
  run: Run,
  check: Check,
  value: unknown,
): { valid: boolean; issues: Issue[] } => {
  const outer = run.issues
  const issues: Issue[] = []
  run.issues = issues
  const valid = check(value, run)
  run.issues = outer
  return { valid, issues }
}

/**
 * Reports an issue at the current value, or at its property `key`. The message is only built when
 * it is needed.
 */
export const fail = (
  run: Run,
  keyword: string,
  message: () => string,
  {
    key,
    rule,
    known,
  }: { key?: string | number; rule?: unknown; known?: () => readonly string[] } = {},
): false => {
  if (run.issues)
    report(run, [
      {
        path: key === undefined ? [] : [key],
        keyword,
        message: message(),
        rule,
        ...(known && { known: known() }),
      },
    ])
  return false
}

/** Reports that the current value is none of the expected ones. */
export const failMismatch = (
  run: Run,
  keyword: string,
  expected: () => readonly string[],
  got: () => string,
  rule?: readonly unknown[],
): false => {
  if (run.issues) report(run, [{ ...mismatchIssue([], keyword, expected(), got()), rule }])
  return false
}

export const mismatchIssue = (
  path: Path,
  keyword: string,
  expected: readonly string[],
  got: string,
): Issue => ({
  path,
  keyword,
  message: `${mustBe(keyword, expected)}; got ${got}`,
  mismatch: { expected, got },
})

const mustBe = (keyword: string, expected: readonly string[]): string => {
  const shown =
    expected.length > 30 ? [...expected.slice(0, 30), `${expected.length - 30} more`] : expected
  if (shown.length === 1) return `must be ${shown[0]}`
  return keyword === 'type'
    ? `must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
    : `must be one of ${shown.join(', ')}`
}

/** Once there are enough issues only the verdict is needed, and the first failure decides it. */
export const report = (run: Run, issues: readonly Issue[]): void => {
  if (!run.issues) return
  run.issues.push(...issues.slice(0, maximumIssues - run.issues.length))
  if (run.issues.length >= maximumIssues) run.issues = undefined
}
