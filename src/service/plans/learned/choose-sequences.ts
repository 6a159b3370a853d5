import type { LearnedSequence } from './learned-plans.ts'

/**
 * The sequences that match the results of a search, best first.
 *
 * A sequence matches if it ends in the first result, which was its goal, or if it contains that
 * tool and all its tools are primary results, as for "find open issues and comment on them". Among
 * matches, users and steps have equal weight: a longer sequence whose beginning was observed for
 * fewer users ranks below its suffix.
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
