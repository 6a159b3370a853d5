import { OutboundError } from './outbound-error.ts'

/** What may end a call early: its time is over, or the caller gave up. */
export type Deadline = {
  /**
   * Calls back once, with the error to end the call with; at once if it has already happened. A new
   * listener replaces the former.
   */
  onEnd(listener: (error: OutboundError) => void): void
  /** A byte came: the time without one begins anew. */
  heard(): void
  /** Forgets the timers and the signal. */
  clear(): void
}

type Times = { timeoutMs: number; idleTimeoutMs?: number | undefined }

export const startDeadline = (
  host: string,
  { timeoutMs, idleTimeoutMs }: Times,
  signal?: AbortSignal,
): Deadline => {
  let ended: OutboundError | undefined
  let isCleared = false
  let notify: ((error: OutboundError) => void) | undefined

  const end = (error: OutboundError) => {
    ended = error
    notify?.(error)
    notify = undefined
  }
  const abort = () =>
    end(new OutboundError('aborted', host, 'the caller ended the call', { cause: signal?.reason }))
  const timer = setTimeout(
    () => end(new OutboundError('timeout', host, `no complete answer within ${timeoutMs} ms`)),
    timeoutMs,
  )
  const idle =
    idleTimeoutMs === undefined
      ? undefined
      : setTimeout(
          () =>
            end(new OutboundError('timeout', host, `no byte of an answer for ${idleTimeoutMs} ms`)),
          idleTimeoutMs,
        )
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })

  return {
    onEnd(listener) {
      if (ended) listener(ended)
      else notify = listener
    },
    heard() {
      if (!isCleared) idle?.refresh()
    },
    clear() {
      isCleared = true
      clearTimeout(timer)
      clearTimeout(idle)
      signal?.removeEventListener('abort', abort)
      notify = undefined
    },
  }
}
