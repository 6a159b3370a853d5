import type { AskModel } from '../ask-evaluator.ts'
import type { EvalCase, ModelUsage } from '../types.ts'
import { simulateUser } from './simulate-user.ts'
import { defaultTurns, type User } from './user.ts'

/** The maximum number of messages that the user of a case adds to it. */
export const mostTurns = ({ user }: EvalCase): number =>
  user === undefined ? 0 : 'says' in user ? user.says.length : (user.maxTurns ?? defaultTurns)

/** Creates the user of a run: one that says what the case says, or one that a model plays. */
export const createUser = (
  evalCase: EvalCase,
  ask: AskModel,
  onUsage: (used: ModelUsage) => void,
): User => {
  const { user } = evalCase
  if (!user) return { reply: async () => undefined, end: () => undefined }
  if ('goal' in user) return simulateUser({ evalCase, user }, ask, onUsage)
  let said = 0
  return {
    reply: async (_, canGoOn) =>
      canGoOn && said < user.says.length ? user.says[said++] : undefined,
    end: () => ({ turns: said, reason: '' }),
  }
}

/** Returns whether the user speaks first. */
export const isUsersTurn = ({ user, messages }: EvalCase): boolean =>
  user !== undefined && messages.at(-1)?.role !== 'user'
