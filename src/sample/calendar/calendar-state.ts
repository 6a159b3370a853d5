import type { CalendarEvent, NewEvent, User } from './schemas.ts'
import { seedCalendars, seedEvents, seedUsers, type StoredCalendar } from './seed.ts'

/** The state of the calendar, in memory. */
export type CalendarState = {
  url: string
  clock: () => Date
  users: readonly User[]
  calendars: readonly StoredCalendar[]
  events: Map<string, CalendarEvent>
  lastId: number
}

/** What a handler receives: the state and the caller. */
export type CalendarCall = { state: CalendarState; user: User }

/** Creates a calendar with its initial events. */
export const createCalendarState = (
  surroundings: Pick<CalendarState, 'url' | 'clock'>,
): CalendarState => {
  const state: CalendarState = {
    ...surroundings,
    users: seedUsers,
    calendars: seedCalendars,
    events: new Map(),
    lastId: 0,
  }
  for (const seed of seedEvents) addSeed(state, seed)
  return state
}

const addSeed = (
  state: CalendarState,
  {
    calendar,
    inDays,
    at,
    minutes,
    title,
    description = '',
    location = '',
  }: (typeof seedEvents)[number],
) => {
  const day = state.clock().setUTCHours(at, 0, 0, 0) + inDays * 86_400_000
  const times = {
    start: new Date(day).toISOString(),
    end: new Date(day + minutes * 60_000).toISOString(),
  }
  storeEvent(
    state,
    calendar,
    state.users.find(({ username }) => username === calendar)?.username ?? 'ada',
    { title, description, location, attendees: [], ...times },
  )
}

export const storeEvent = (
  state: CalendarState,
  calendarId: string,
  username: string,
  fields: NewEvent,
): CalendarEvent => {
  state.lastId += 1
  const at = state.clock().toISOString()
  const event = {
    id: `evt_${state.lastId}`,
    calendar_id: calendarId,
    ...fields,
    created_by: username,
    created_at: at,
    updated_at: at,
  }
  state.events.set(event.id, event)
  return event
}
