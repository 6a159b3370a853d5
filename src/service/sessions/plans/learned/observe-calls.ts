import { timestamp, type Clock } from '../../../platform/clock.ts'
import type { ExecuteInSession, SessionOutcome } from '../../execute-in-session.ts'
import type { Observations } from './observations.ts'

/** The same execution of tools, each call of which is noted for plans. */
export const observeCalls =
  (
    { observations, clock }: { observations: Pick<Observations, 'note'>; clock: Clock },
    executeInSession: ExecuteInSession,
  ): ExecuteInSession =>
  async (session, call) => {
    const startedAt = timestamp(clock)
    const outcome = await executeInSession(session, call)
    const failure = toFailure(outcome)
    if (failure !== undefined)
      observations.note(session, {
        tool: call.slug.toUpperCase(),
        failure,
        startedAt,
        finishedAt: timestamp(clock),
      })
    return outcome
  }

/**
 * `undefined` for a call that never reached the third party, such as one that waits for an
 * approval.
 */
const toFailure = ({ data, error }: SessionOutcome): string | null | undefined => {
  if (error === null) return null
  if (typeof data['status'] === 'number' && 'body' in data) return String(data['status'])
  return Array.isArray(data['issues']) ? 'invalid_arguments' : undefined
}
