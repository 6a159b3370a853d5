import type { TypedEvent } from '../../contract/event-data.ts'
import type { EventFilters } from './event-filters.ts'

/** Is called with one event at a time; the next one waits until it has returned. */
export type EventHandler = (event: TypedEvent, context: EventContext) => void | Promise<void>

export type EventContext = {
  /** Aborts when the subscription ends. */
  signal: AbortSignal
  /** Position of this event: a later `subscribe` with it as `lastEventId` begins after it. */
  eventId: string
  /** Counts from 1; more where `onError` had it tried again. */
  attempt: number
}

/** What failed: the handler with an event, or, without one, the connection, which is made again. */
export type EventFailure = { event?: TypedEvent | undefined; attempt: number }

/** What to do with an event whose handler failed. */
export type AfterFailure = 'retry' | 'skip' | 'stop'

export type SubscribeOptions = {
  /** Default: every event of the project. */
  filters?: EventFilters | undefined
  /** Ends the subscription when it aborts. */
  signal?: AbortSignal | undefined
  /**
   * Begin after this position (`lastEventId` of an earlier subscription), as far back as 24 hours;
   * `'0'` for all that is kept. Default: now.
   */
  lastEventId?: string | undefined
  /**
   * Told of every failure. For an event it decides: `'retry'` after a moment, `'skip'` it, or
   * `'stop'`, which is the default.
   */
  onError?:
    | ((
        error: unknown,
        failure: EventFailure,
      ) => AfterFailure | void | Promise<AfterFailure | void>)
    | undefined
}

/** Events on their way to a handler. */
export type Subscription = AsyncDisposable & {
  /**
   * Position of the last event that was handled or filtered out; where it began, before the first
   * one.
   */
  readonly lastEventId: string
  /**
   * Resolves when the subscription was closed or its signal aborted; rejects with what ended it
   * otherwise.
   */
  readonly ended: Promise<void>
  /** Ends it, after the handler that is running has returned. */
  close(): Promise<void>
}
