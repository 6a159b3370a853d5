import type { contract } from '../../contract/contract.ts'
import { idempotencyName, type Handlers } from '../endpoint/index.ts'
import type { Once } from '../platform/once/index.ts'
import { ServiceError } from '../service-error.ts'
import type { Sessions } from './session.ts'

/** Cancels calls: those of a session, and those without one. */
export const cancelHandlers = ({
  sessions,
  once,
}: {
  sessions: Sessions
  once: Once
}): Pick<Handlers<typeof contract.tools>, 'cancel'> => ({
  cancel: async ({ body }, caller) => {
    const { session_id: subject, idempotency_key: key } = body
    if (subject !== undefined) await sessions.open(caller.project, subject)
    const operation = subject === undefined ? 'tools.execute' : 'sessions.execute'
    const status = await once.cancel({ ...idempotencyName(caller, operation, key), subject })
    if (status !== 'other') return { status: 200, body: { status } }
    throw new ServiceError('not_found', 'This session has no call with this idempotency key', {
      suggestedFix: 'Name the session in which the call was made',
    })
  },
})
