export { createEvents } from './create-events.ts'
export type { Event, EventHandler, Events, NewEvent } from './events.ts'
export { eventRetention } from './retention.ts'
export { eventsMigrations } from './migrations.ts'
