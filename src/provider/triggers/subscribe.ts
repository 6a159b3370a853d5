import type { Client } from '../../client/index.ts'
import { pause } from '../../client/pause.ts'
import { retryDelay } from '../../client/retry-delay.ts'
import type { TypedEvent } from '../../contract/event-data.ts'
import { matchesFilters } from './event-filters.ts'
import { openEvents } from './open-events.ts'
import { readWithReconnect, type Position } from './read-with-reconnect.ts'
import type { EventHandler, SubscribeOptions, Subscription } from './subscription.ts'

/**
 * Connects to the event stream and calls the handler with each event until the subscription ends.
 */
export const subscribe = async (
  client: Client,
  handler: EventHandler,
  options: SubscribeOptions = {},
): Promise<Subscription> => {
  const closing = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal
  const stream = await openEvents(client, options.lastEventId, signal)
  const position: Position = { lastEventId: stream.position ?? options.lastEventId ?? '0' }
  const { onError, filters = {} } = options

  const follow = async (): Promise<void> => {
    for await (const { id, data } of readWithReconnect(client, stream, position, {
      signal,
      onError,
    })) {
      if (signal.aborted) return
      const event = data as TypedEvent
      if (
        matchesFilters(event, filters) &&
        !(await handle(event, id, { handler, onError, signal }))
      )
        return
      // Updated last, so that an event is delivered again if handling it was interrupted.
      position.lastEventId = id
    }
  }
  const ended = follow()
  const close = () => {
    closing.abort()
    return ended
  }
  return {
    get lastEventId() {
      return position.lastEventId
    },
    ended,
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Handling = Pick<SubscribeOptions, 'onError'> & { handler: EventHandler; signal: AbortSignal }

/** Returns whether the event is done, which it is not if the subscription ended first. */
const handle = async (
  event: TypedEvent,
  eventId: string,
  { handler, onError, signal }: Handling,
): Promise<boolean> => {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      await handler(event, { signal, eventId, attempt })
      return true
    } catch (error) {
      if (isAbort(error, signal)) return false
      const next = (await onError?.(error, { event, attempt })) ?? 'stop'
      if (next === 'skip') return true
      if (next === 'stop') throw error
      await pause(retryDelay(attempt - 1, null), signal)
    }
  }
  return false
}

/** A handler that throws because the signal aborted has not failed. */
const isAbort = (error: unknown, signal: AbortSignal): boolean =>
  signal.aborted &&
  (error === signal.reason || (error instanceof Error && error.name === 'AbortError'))
