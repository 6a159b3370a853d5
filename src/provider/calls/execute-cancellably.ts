import { PlugboardError, type CallOptions } from '../../client/index.ts'
import type { SessionCore } from '../session/session-core.ts'

type ExecuteRequest = Parameters<SessionCore['client']['sessions']['execute']>[0]['body']
type ExecuteResponse = Awaited<ReturnType<SessionCore['client']['sessions']['execute']>>

/** How long an abort waits for the service to take the cancellation. */
const cancelMs = 2000

/**
 * Sends a call to the service, and cancels it there if the user aborts: the service does not end a
 * call whose client disconnects, since a retry would want its result.
 */
export const executeCancellably = async (
  { client, id }: SessionCore,
  body: ExecuteRequest,
  { cancelSignal, ...options }: CallOptions & { cancelSignal?: AbortSignal | undefined },
): Promise<ExecuteResponse> => {
  const { signal, idempotencyKey = crypto.randomUUID() } = options
  const wasAborted = signal?.aborted
  try {
    return await client.sessions.execute(
      { params: { session_id: id }, body },
      { ...options, idempotencyKey },
    )
  } catch (error) {
    if (!wasAborted && signal?.aborted && isByUser(cancelSignal ?? signal))
      await cancel(client, { idempotency_key: idempotencyKey, session_id: id })
    throw error
  }
}

const isByUser = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof Error && reason.name === 'TimeoutError')

/** If the service cannot be reached, nobody can be told. */
const cancel = async (
  client: SessionCore['client'],
  body: Parameters<SessionCore['client']['tools']['cancel']>[0]['body'],
): Promise<void> => {
  try {
    await client.tools.cancel({ body }, { timeoutMs: cancelMs })
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error
  }
}
