import type { LearnedSequence } from './learned-plans.ts'

/**
 * The sequences that fit what a search found, best first.
 *
 * One fits when it ends in the tool that was found first, since that is what it was for; or when it
 * has that tool and all its tools were meant, as for "find open issues and comment on them". Of
 * several that fit, many users and many steps weigh the same: a longer one of which fewer have
 * shown the beginning gives way to its end.
 */
export const chooseSequences = (
  sequences: readonly LearnedSequence[],
  primary: readonly string[],
): LearnedSequence[] => {
  const [first] = primary
  if (first === undefined) return []
  const meant = new Set(primary)
  return sequences
    .map((sequence) => ({ sequence, tools: sequence.stages.flat() }))
    .filter(
      ({ tools }) =>
        tools.at(-1) === first || (tools.includes(first) && tools.every((tool) => meant.has(tool))),
    )
    .toSorted(
      (a, b) =>
        b.sequence.users * b.tools.length - a.sequence.users * a.tools.length ||
        (a.sequence.id < b.sequence.id ? -1 : 1),
    )
    .map(({ sequence }) => sequence)
}
