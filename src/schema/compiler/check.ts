/** Says whether a value satisfies one schema (or one keyword); adds to `run.issues` when issues are collected. */
export type Check = (value: unknown, run: Run) => boolean

export type Path = (string | number)[]

export interface Issue {
  path: Path
  keyword: string
  message: string
  /** For a value that is not one of a few: what was expected and what came, so that alternatives can be joined. */
  mismatch?: { expected: readonly string[]; got: string }
}

/** What one validation carries along. */
export interface Run {
  readonly path: Path
  /** Undefined while only the verdict is wanted; then the first failure ends the work. */
  issues: Issue[] | undefined
  /** Which properties and items of the current value were looked at; undefined when no keyword asks. */
  evaluated: Evaluated | undefined
  /** Addresses of the schema resources entered, outermost first; `$dynamicRef` looks here. */
  readonly scope: string[]
  /** References being followed, with the depth of the value they are applied to. */
  readonly following: Map<unknown, number>
  steps: number
}

export interface Evaluated {
  properties: Set<string> | 'all'
  /** Items before this index were looked at. */
  items: number
  indexes: Set<number>
}

const maximumDepth = 256
const maximumSteps = 10_000_000
const maximumIssues = 100

/** The value is too deep or too large to be checked; ends the run whatever keyword is at work, `not` included. */
export class LimitExceeded extends Error {
  readonly path: Path

  constructor(message: string, path: Path) {
    super(message)
    this.path = path
  }
}

export const createRun = (issues: Issue[] | undefined): Run => ({
  path: [], issues, evaluated: undefined, scope: [], following: new Map(), steps: 0,
})

/** Applies a check to a property or an item of the current value. */
export const within = (run: Run, key: string | number, check: Check, value: unknown): boolean => {
  countStep(run)
  if (run.path.length >= maximumDepth) throw new LimitExceeded('is nested too deeply', [...run.path])
  const { evaluated } = run
  run.evaluated = undefined
  run.path.push(key)
  const valid = check(value, run)
  run.path.pop()
  run.evaluated = evaluated
  return valid
}

export const countStep = (run: Run): void => {
  run.steps += 1
  if (run.steps > maximumSteps) throw new LimitExceeded('is too large to be checked', [])
}

/** Runs a check for its verdict alone. */
export const silently = (run: Run, verdict: () => boolean): boolean => {
  const { issues } = run
  run.issues = undefined
  const valid = verdict()
  run.issues = issues
  return valid
}

/** Runs a check with issues of its own, for alternatives of which only one is reported. */
export const attempt = (run: Run, check: Check, value: unknown): { valid: boolean; issues: Issue[] } => {
  const outer = run.issues
  if (!outer) return { valid: check(value, run), issues: none }
  const issues: Issue[] = []
  run.issues = issues
  const valid = check(value, run)
  run.issues = outer
  return { valid, issues }
}

const none: Issue[] = []

/** Reports an issue at the current value, or at its property `key`. The message is only made when it is wanted. */
export const fail = (run: Run, keyword: string, message: () => string, key?: string): false => {
  if (run.issues) report(run, [{ path: key === undefined ? [...run.path] : [...run.path, key], keyword, message: message() }])
  return false
}

/** Reports that the current value is none of what was expected. */
export const failMismatch = (run: Run, keyword: string, expected: readonly string[], got: () => string): false => {
  if (run.issues) report(run, [mismatchIssue([...run.path], keyword, expected, got())])
  return false
}

export const mismatchIssue = (path: Path, keyword: string, expected: readonly string[], got: string): Issue =>
  ({ path, keyword, message: `${mustBe(keyword, expected)}; got ${got}`, mismatch: { expected, got } })

const mustBe = (keyword: string, expected: readonly string[]): string => {
  const shown = expected.length > 30 ? [...expected.slice(0, 30), `${expected.length - 30} more`] : expected
  if (shown.length === 1) return `must be ${shown[0]}`
  return keyword === 'type' ? `must be ${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}` : `must be one of ${shown.join(', ')}`
}

export const report = (run: Run, issues: readonly Issue[]): void => {
  run.issues?.push(...issues.slice(0, Math.max(0, maximumIssues - run.issues.length)))
}
