import type { Handle } from '../database/index.ts'
import type { TraceContext } from '../trace-context.ts'

/**
 * Notifies other parts of the service without waiting for them. An event is committed together with
 * the change that it reports.
 */
export type Events = {
  /**
   * Adds the event to the caller's transaction and returns its id. An event with an existing id is
   * not added again.
   */
  publish(transaction: Handle, event: NewEvent): Promise<string>
  /**
   * Handles every event of a type at least once, always with the same id. A subscriber that fails is
   * retried and delays no other. Subscribe on every node, before the jobs are started.
   */
  subscribe(type: string, subscriber: string, handler: EventHandler): void
  /**
   * Writes in the transaction of every event of a type, so that both are committed or neither. An
   * error here fails the publisher: only short writes belong here.
   */
  accompany(
    type: string,
    write: (transaction: Handle, event: Event, trace: TraceContext | undefined) => Promise<void>,
  ): void
  /** Returns those of these events that still exist. */
  find(ids: string[]): Promise<Event[]>
}

export type NewEvent = {
  /** For events that may be published twice. Default: a new id. */
  id?: string
  type: string
  /** The owner of the event, such as a tenant's id. */
  scope: string
  data: object
  /** The trace that it happened in; the subscribers' jobs continue it. */
  trace?: TraceContext | undefined
}

export type Event = { id: string; type: string; scope: string; data: unknown; at: string }

export type EventHandler = (event: Event) => Promise<void>
