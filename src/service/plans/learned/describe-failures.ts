import { countOfUsers } from './describe-sequence.ts'
import type { LearnedFailure } from './learned-plans.ts'

const maximumPitfalls = 5

/**
 * Describes failures in sentences, with the known remedies; a tool is named only if `isSeen` holds.
 */
export const describeFailures = (
  failures: readonly LearnedFailure[],
  isSeen: (tool: string) => boolean,
): string[] => {
  const seen = failures.filter(
    ({ tool, before }) => isSeen(tool) && (before === null || isSeen(before)),
  )
  const explained = new Set(
    seen.flatMap(({ tool, failure, before }) => (before === null ? [] : [`${tool} ${failure}`])),
  )
  return seen
    .filter(({ tool, failure, before }) => before !== null || !explained.has(`${tool} ${failure}`))
    .slice(0, maximumPitfalls)
    .map(describe)
}

const describe = ({ tool, failure, before, users }: LearnedFailure): string => {
  const what =
    failure === 'invalid_arguments'
      ? `${tool} was refused because its arguments did not match its schema`
      : `${tool} failed with status ${failure}`
  return before === null
    ? `${what}, for ${countOfUsers(users)}`
    : `${what} when it was called before ${before}, and succeeded after it, for ${countOfUsers(users)}`
}
