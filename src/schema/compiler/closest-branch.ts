import { mismatchIssue, type Issue } from './check.ts'

/**
 * Selects the issues of the alternative that the value was most likely meant for, so that a model
 * can correct it.
 *
 * An alternative of another type or with another constant (`kind: "circle"`) was not meant; if none
 * was, their expectations are merged into one issue.
 */
export const closestBranch = (branches: readonly Issue[][]): readonly Issue[] => {
  const ranked = branches.map((issues) => ({ issues, rank: rankOf(issues) }))
  const best = ranked.reduce((least, { rank }) => Math.min(least, rank), 2)
  const candidates = ranked.filter(({ rank }) => rank === best).map(({ issues }) => issues)
  const joined =
    best > 0 ? joinMismatches(candidates, best === 2 ? isAtValue : isAtConstant) : undefined
  return joined ?? fewest(candidates)
}

/**
 * -1: only a format is wrong. 0: right kind, wrong details. 1: a property has another constant. 2:
 * another type or value.
 */
const rankOf = (issues: readonly Issue[]): number => {
  if (
    issues.some(
      (issue) => isAtValue(issue) || (issue.keyword === 'false' && issue.path.length === 0),
    )
  )
    return 2
  if (issues.length > 0 && issues.every(({ keyword }) => keyword === 'format')) return -1
  return issues.some(isAtConstant) ? 1 : 0
}

const isAtValue = ({ path, mismatch }: Issue): boolean =>
  mismatch !== undefined && path.length === 0

const isAtConstant = ({ path, mismatch, keyword }: Issue): boolean =>
  mismatch?.expected.length === 1 && keyword !== 'type' && path.length === 1

const joinMismatches = (
  branches: readonly Issue[][],
  tells: (issue: Issue) => boolean,
): Issue[] | undefined => {
  const mismatches = branches.flatMap((issues) => issues.find(tells) ?? [])
  const [first] = mismatches
  if (!first?.mismatch || mismatches.some(({ path }) => path.at(-1) !== first.path.at(-1)))
    return undefined
  const expected = [...new Set(mismatches.flatMap(({ mismatch }) => mismatch?.expected ?? []))]
  const keyword = mismatches.every((issue) => issue.keyword === 'type') ? 'type' : 'enum'
  const rules = mismatches.map(({ rule }) => rule)
  return [
    {
      ...mismatchIssue(first.path, keyword, expected, first.mismatch.got),
      rule: rules.every((rule) => Array.isArray(rule)) ? rules.flat() : undefined,
    },
  ]
}

const fewest = (branches: readonly Issue[][]): readonly Issue[] =>
  branches.reduce(
    (best, issues) => (issues.length < best.length ? issues : best),
    branches[0] ?? [],
  )
