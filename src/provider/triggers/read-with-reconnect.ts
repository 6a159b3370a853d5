import { PlugboardError, type Client } from '../../client/index.ts'
import { pause } from '../../client/pause.ts'
import { retryDelay } from '../../client/retry-delay.ts'
import type { EventStream, StreamedEvent } from '../../contract/event-stream.ts'
import type { ProjectEvent } from '../../contract/project-events.ts'
import { openEvents } from './open-events.ts'
import type { SubscribeOptions } from './subscription.ts'

/** The reader's position in the stream. */
export type Position = { lastEventId: string }

type Options = Pick<SubscribeOptions, 'onError'> & { signal: AbortSignal }

/**
 * Yields events and reconnects after each interruption at the reader's position, until the signal
 * aborts or an error is permanent.
 */
export const readWithReconnect = async function* (
  client: Client,
  first: EventStream<ProjectEvent>,
  position: Position,
  { onError, signal }: Options,
): AsyncGenerator<StreamedEvent<ProjectEvent>> {
  let stream: EventStream<ProjectEvent> | undefined = first
  let failures = 0
  while (!signal.aborted) {
    const before = position.lastEventId
    try {
      stream ??= await openEvents(client, before, signal)
      yield* stream
      // A service that shuts down gracefully ends its streams, which is not a failure.
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      failures = position.lastEventId === before ? failures + 1 : 1
      if (!mayPass(error) || (await onError?.(error, { attempt: failures })) === 'stop') throw error
    }
    stream = undefined
    await pause(retryDelay(failures, null), signal)
  }
}

/**
 * Whether an error is temporary: the service cannot be reached, or the project has no free stream
 * on this node.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof PlugboardError &&
  (['network', 'timeout'].includes(error.slug) ||
    (error.status !== undefined && (error.status === 429 || error.status >= 500)))
