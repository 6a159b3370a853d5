/**
 * Says whether a value satisfies one schema (or one keyword); adds to `run.issues` when issues are
 * collected.
 */
export type Check = (value: unknown, run: Run) => boolean

export type Path = (string | number)[]

export type Issue = {
  /**
   * From the value that is being checked down to the one at fault; grows at its front on the way
   * back to the root.
   */
  path: Path
  keyword: string
  message: string
  /**
   * For a value that is not one of a few: what was expected and what came, so that alternatives can
   * be joined.
   */
  mismatch?: { expected: readonly string[]; got: string }
}

/** What one validation carries along. */
export type Run = {
  /** Undefined while only the verdict is wanted; then the first failure ends the work. */
  issues: Issue[] | undefined
  /**
   * Which properties and items of the current value were looked at; undefined when no keyword asks.
   */
  evaluated: Evaluated | undefined
  /** Addresses of the schema resources entered, outermost first; `$dynamicRef` looks here. */
  scope: string[] | undefined
  /** References being followed, with the depth of the value they are applied to. */
  following: Map<unknown, number> | undefined
  /** How many objects and arrays lie around the current value. */
  depth: number
  steps: number
}

export type Evaluated = {
  properties: Set<string> | 'all'
  /** Items before this index were looked at. */
  items: number
  indexes: Set<number>
}

const maximumDepth = 256
const maximumSteps = 10_000_000
const maximumIssues = 100

/**
 * The value is too deep or too large to be checked; ends the run whatever keyword is at work, `not`
 * included.
 */
export class LimitExceeded extends Error {}

export const createRun = (issues: Issue[] | undefined): Run => ({
  issues,
  evaluated: undefined,
  scope: undefined,
  following: undefined,
  depth: 0,
  steps: 0,
})

/**
 * Adds to the work done, in steps of some nanoseconds. Whatever can multiply counts its steps, so
 * that no value or schema hangs.
 */
export const spend = (run: Run, steps: number): void => {
  run.steps += steps
  if (run.steps > maximumSteps) throw new LimitExceeded('is too large to be checked')
}

/**
 * Goes into an object or an array. Its members have a record of what was evaluated of their own;
 * give the answer to `leave`.
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

/** Applies a check to a member of the object or array that was entered. */
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

/** Runs a check for its verdict alone. */
export const silently = (run: Run, check: Check, value: unknown): boolean => {
  const { issues } = run
  run.issues = undefined
  const valid = check(value, run)
  run.issues = issues
  return valid
}

/** Runs a check with issues of its own, for alternatives of which only one is reported. */
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
 * Reports an issue at the current value, or at its property `key`. The message is only made when it
 * is wanted.
 */
export const fail = (
  run: Run,
  keyword: string,
  message: () => string,
  key?: string | number,
): false => {
  if (run.issues)
    report(run, [{ path: key === undefined ? [] : [key], keyword, message: message() }])
  return false
}

/** Reports that the current value is none of what was expected. */
export const failMismatch = (
  run: Run,
  keyword: string,
  expected: () => readonly string[],
  got: () => string,
): false => {
  if (run.issues) report(run, [mismatchIssue([], keyword, expected(), got())])
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

/**
 * Once there are enough issues only the verdict is wanted, and that is known: the first failure
 * ends the work.
 */
export const report = (run: Run, issues: readonly Issue[]): void => {
  if (!run.issues) return
  run.issues.push(...issues.slice(0, maximumIssues - run.issues.length))
  if (run.issues.length >= maximumIssues) run.issues = undefined
}
