import { operation } from '../../operation.ts'
import { toPage } from '../../to-page.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { findCalendar, isBetween } from '../events.ts'
import { calendarParams, eventPage, eventQuery, type CalendarEvent } from '../schemas.ts'

export const listEvents = operation({
  method: 'GET',
  path: '/calendars/{calendar_id}/events',
  operationId: 'listEvents',
  summary: 'List events',
  description:
    'Lists the events of a calendar, the earliest first. Filters combine: an event must meet all of them.',
  tags: ['events'],
  scopes: ['calendar.read'],
  input: { params: calendarParams, query: eventQuery },
  answer: { status: 200, description: 'A page of events', schema: eventPage },
  errors: [404, 422],
  handle: ({ params, query }, call: CalendarCall) => {
    const { id } = findCalendar(call, params.calendar_id)
    const found = [...call.state.events.values()]
      .filter(
        (event) =>
          event.calendar_id === id &&
          isBetween(event, query.from, query.to) &&
          containsWords(event, query.q),
      )
      .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
    const { items, position } = toPage(found, query)
    return { events: items, ...position }
  },
})

const containsWords = ({ title, description, location }: CalendarEvent, text = ''): boolean => {
  const content = `${title}\n${description}\n${location}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word))
}
