import type { ConversationEnd } from '../types.ts'

/** The user of one run. */
export type User = {
  /**
   * Returns what the user says next, or undefined if the conversation is over. If it cannot go on,
   * it only says whether the goal was reached.
   */
  reply: (assistant: string | undefined, canGoOn: boolean) => Promise<string | undefined>
  /** How the conversation ended; undefined if the case has no user. */
  end: () => ConversationEnd | undefined
}

/** Default of `maxTurns`. */
export const defaultTurns = 8
