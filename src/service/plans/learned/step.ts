/**
 * One call of a tool in a session, without what it was called with and without what it answered.
 */
export type Step = {
  tool: string
  /**
   * Null for success, else what it failed with: the third party's status, or `invalid_arguments`.
   */
  failure: string | null
  startedAt: string
  finishedAt: string
}

/** A call that comes later than this after the one before belongs to another task. */
export const idleMs = 10 * 60_000
