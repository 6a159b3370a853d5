/// <reference lib="esnext.disposable" preserve="true" />
import type { TypedEvent } from '../../contract/event-data.ts'
import type { EventFilters } from './event-filters.ts'

/** Called with one event at a time. The next event waits until it has returned. */
export type EventHandler = (event: TypedEvent, context: EventContext) => void | Promise<void>

export type EventContext = {
  /** Aborts when the subscription ends. */
  signal: AbortSignal
  /** Position of this event. Pass it to `subscribe` as `lastEventId` to start after it. */
  eventId: string
  /** Starts at 1, and increases when `onError` retries the event. */
  attempt: number
}

/** What failed: the handler, for an `event`; without `event`, the connection, which is retried. */
export type EventFailure = { event?: TypedEvent | undefined; attempt: number }

/** What to do with an event whose handler failed. */
export type AfterFailure = 'retry' | 'skip' | 'stop'

export type SubscribeOptions = {
  /** Default: every event of the project. */
  filters?: EventFilters | undefined
  /** Ends the subscription when it aborts. */
  signal?: AbortSignal | undefined
  /**
   * Start after this position (`lastEventId` of an earlier subscription), up to 24 hours back;
   * `'0'` starts with the oldest stored event. Default: only new events.
   */
  lastEventId?: string | undefined
  /**
   * Called on every failure. For an event, the return value decides: `'retry'` after a delay,
   * `'skip'`, or `'stop'` (default).
   */
  onError?:
    | ((
        error: unknown,
        failure: EventFailure,
      ) => AfterFailure | void | Promise<AfterFailure | void>)
    | undefined
}

/** An active subscription. */
export type Subscription = AsyncDisposable & {
  /** Position of the last event that was handled or filtered out; initially the start position. */
  readonly lastEventId: string
  /**
   * Resolves when the subscription is closed or its signal aborts. Rejects with the error that
   * ended it.
   */
  readonly ended: Promise<void>
  /** Ends the subscription after the current handler call has returned. */
  close(): Promise<void>
}
