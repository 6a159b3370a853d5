import { operation } from '../../operation.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { findCalendar, findEvent } from '../events.ts'
import { event, eventParams } from '../schemas.ts'

export const getEvent = operation({
  method: 'GET',
  path: '/calendars/{calendar_id}/events/{event_id}',
  operationId: 'getEvent',
  summary: 'Get an event',
  description: 'Gets one event with its description and attendees.',
  tags: ['events'],
  scopes: ['calendar.read'],
  input: { params: eventParams },
  answer: { status: 200, description: 'The event', schema: event },
  errors: [404],
  handle: ({ params }, call: CalendarCall) =>
    findEvent(call, findCalendar(call, params.calendar_id).id, params.event_id),
})
