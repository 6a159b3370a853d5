import { quote } from '../../platform/quote.ts'
import type { Plan } from '../plan.ts'
import type { LearnedSequence } from './learned-plans.ts'
import { maximumUsers } from './learning.ts'

/**
 * A learned sequence as a search returns it; `names` are display names of tools. Every sentence
 * states an observed count or order.
 */
export const describeSequence = (
  sequence: LearnedSequence,
  names: ReadonlyMap<string, string>,
): Omit<Plan, 'pitfalls'> => ({
  id: sequence.id,
  tools: sequence.stages.flat(),
  steps: sequence.stages.map(
    (tools) =>
      `Run ${tools.map((tool) => withName(tool, names)).join(' and ')}${tools.length > 1 ? ' in parallel' : ''}`,
  ),
  difficulty: difficultyOf(sequence),
  guidance: guidanceOf(sequence),
  snippets: [],
})

/** Users are counted only up to the maximum. */
export const countOfUsers = (users: number): string =>
  users >= maximumUsers ? `at least ${maximumUsers} users` : `${users} users`

const withName = (tool: string, names: ReadonlyMap<string, string>): string => {
  const name = names.get(tool)
  return name === undefined || name === tool ? tool : `${tool} (named ${quote(name)})`
}

/**
 * Easy: two steps and failures in fewer than 10 % of the tasks. Hard: five or more steps, or
 * failures in 30 %.
 */
const difficultyOf = ({ stages, seen, seenWithFailure }: LearnedSequence): Plan['difficulty'] => {
  const failing = seenWithFailure / seen
  if (stages.length >= 5 || failing >= 0.3) return 'hard'
  return stages.length <= 2 && failing < 0.1 ? 'easy' : 'medium'
}

const guidanceOf = ({ users, seen, seenWithFailure }: LearnedSequence): string => {
  const failures =
    seenWithFailure === 0 ? 'no call failed' : `in ${seenWithFailure} of them a call failed`
  return `Learned from ${seen} tasks of ${countOfUsers(users)}, in which these tools succeeded in this order; ${failures}. Only the order is known, not the arguments.`
}
