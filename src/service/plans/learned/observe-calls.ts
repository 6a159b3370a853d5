import { timestamp, type Clock } from '../../platform/clock.ts'
import type { ObservedSession, Observations } from './observations.ts'

type Outcome = { toolSlug?: string; data: Record<string, unknown>; error: string | null }

/** Wraps the execution of tools in sessions to record each call for learning. */
export const observeCalls =
  <Session extends ObservedSession, Call extends { slug: string }, Made extends Outcome>(
    { observations, clock }: { observations: Pick<Observations, 'note'>; clock: Clock },
    executeInSession: (session: Session, call: Call) => Promise<Made>,
  ): ((session: Session, call: Call) => Promise<Made>) =>
  async (session, call) => {
    const startedAt = timestamp(clock)
    const outcome = await executeInSession(session, call)
    const failure = toFailure(outcome)
    if (failure !== undefined)
      observations.note(session, {
        tool: outcome.toolSlug ?? call.slug.toUpperCase(),
        failure,
        startedAt,
        finishedAt: timestamp(clock),
      })
    return outcome
  }

/**
 * Returns `undefined` for a call that never reached the third party, such as one that waits for an
 * approval.
 */
const toFailure = ({ data, error }: Outcome): string | null | undefined => {
  if (error === null) return null
  if (typeof data['status'] === 'number' && 'body' in data) return String(data['status'])
  return Array.isArray(data['issues']) ? 'invalid_arguments' : undefined
}
