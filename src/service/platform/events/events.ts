import type { Handle } from '../database/index.ts'
import type { TraceContext } from '../trace-context.ts'

/**
 * Tells other parts of the service what happened, without waiting for them: an event and the change
 * it reports are committed together.
 */
export type Events = {
  /**
   * Adds the event to the caller's transaction. Answers with its id. An event whose own id is there
   * already is not added again.
   */
  publish(transaction: Handle, event: NewEvent): Promise<string>
  /**
   * Has every event of a type handled, at least once and always with the same id. A subscriber that
   * fails is tried again and holds up no other. Every subscription is made before the jobs are
   * started, and on every node.
   */
  subscribe(type: string, subscriber: string, handler: EventHandler): void
  /**
   * Has something written in the same transaction as every event of a type, so that both are there
   * or neither. What fails here fails the publisher: only short writes belong here.
   */
  accompany(
    type: string,
    write: (transaction: Handle, event: Event, trace: TraceContext | undefined) => Promise<void>,
  ): void
  /** Those of these events that are kept still. */
  find(ids: string[]): Promise<Event[]>
}

export type NewEvent = {
  /** Where the same event may be found twice; default: a new one. */
  id?: string
  type: string
  /** Whose event it is, such as a tenant's id. */
  scope: string
  data: object
  /** What it happened in; the jobs of those who are told of it go on with that. */
  trace?: TraceContext | undefined
}

export type Event = { id: string; type: string; scope: string; data: unknown; at: string }

export type EventHandler = (event: Event) => Promise<void>
