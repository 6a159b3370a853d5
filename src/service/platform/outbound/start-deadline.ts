import { OutboundError } from './outbound-error.ts'

/** Ends a call early when it times out or the caller aborts. */
export type Deadline = {
  /**
   * Calls back once with the error that ends the call; immediately if it has already ended. A new
   * listener replaces the previous one.
   */
  onEnd(listener: (error: OutboundError) => void): void
  /** Restarts the idle timeout; called for each chunk received. */
  heard(): void
  /** Clears the timers and the signal listener. */
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
          () => end(new OutboundError('timeout', host, `no data received for ${idleTimeoutMs} ms`)),
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
