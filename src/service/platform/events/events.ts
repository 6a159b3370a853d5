import type { Handle } from '../database/index.ts'

/** Tells other parts of the service what happened, without waiting for them: an event and the change it reports are committed together. */
export type Events = {
  /** Adds the event to the caller's transaction. Answers with its id. */
  publish(transaction: Handle, event: NewEvent): Promise<string>
  /**
   * Has every event of a type handled, at least once and always with the same id. A subscriber that fails is tried again and
   * holds up no other. Every subscription is made before the jobs are started, and on every node.
   */
  subscribe(type: string, subscriber: string, handler: EventHandler): void
}

export type NewEvent = {
  type: string
  /** Whose event it is, such as a tenant's id. */
  scope: string
  data: object
}

export type Event = { id: string; type: string; scope: string; data: unknown; at: string }

export type EventHandler = (event: Event) => Promise<void>
