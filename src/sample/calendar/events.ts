import { invalidFields, SampleError } from '../sample-error.ts'
import type { CalendarCall } from './calendar-state.ts'
import type { Calendar, CalendarEvent } from './schemas.ts'
import type { StoredCalendar } from './seed.ts'

/** The calendars that this user may read: the user's calendar and shared ones. */
export const readableCalendars = ({ state, user }: CalendarCall): StoredCalendar[] =>
  state.calendars.filter(({ owner }) => owner === null || owner === user.username)

/** The calendar as the API shows it. */
export const toCalendar = ({ id, name, description, isReadOnly }: StoredCalendar): Calendar => ({
  id,
  name,
  description,
  access: isReadOnly ? 'read' : 'write',
})

/**
 * Returns the calendar with this id, or throws a 404, also for another user's personal calendar.
 */
export const findCalendar = (call: CalendarCall, id: string): StoredCalendar => {
  const calendar = readableCalendars(call).find((calendar) => calendar.id === id)
  if (!calendar) throw new SampleError(404, `No calendar "${id}"; list the calendars to see yours`)
  return calendar
}

export const findWritableCalendar = (call: CalendarCall, id: string): StoredCalendar => {
  const calendar = findCalendar(call, id)
  if (calendar.isReadOnly) throw new SampleError(403, `The calendar "${id}" can only be read`)
  return calendar
}

/** Returns the event with this id in this calendar, or throws a 404. */
export const findEvent = (
  { state }: CalendarCall,
  calendarId: string,
  eventId: string,
): CalendarEvent => {
  const event = state.events.get(eventId)
  if (event?.calendar_id !== calendarId)
    throw new SampleError(
      404,
      `No event "${eventId}" in the calendar "${calendarId}"; list its events to find the id`,
    )
  return event
}

export const rejectInvalidTimes = ({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): void => {
  if (Date.parse(end) <= Date.parse(start))
    throw invalidFields([{ field: 'end', message: 'It must be later than the start' }])
}

/** Whether an event overlaps the time between these two. */
export const isBetween = (
  { start, end }: Pick<CalendarEvent, 'start' | 'end'>,
  from: string | undefined,
  to: string | undefined,
): boolean =>
  (from === undefined || Date.parse(end) > Date.parse(from)) &&
  (to === undefined || Date.parse(start) < Date.parse(to))
