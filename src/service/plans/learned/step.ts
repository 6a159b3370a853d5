import { minuteMs } from '../../platform/clock.ts'

/** One call of a tool in a session, without arguments and result. */
export type Step = {
  tool: string
  /**
   * Null for success, otherwise the reason of the failure: the third party's status, or
   * `invalid_arguments`.
   */
  failure: string | null
  startedAt: string
  finishedAt: string
}

/** A longer pause between two calls starts a new task. */
export const idleMs = 10 * minuteMs
