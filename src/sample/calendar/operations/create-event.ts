import { operation } from '../../operation.ts'
import { storeEvent, type CalendarCall } from '../calendar-state.ts'
import { findWritableCalendar, rejectInvalidTimes } from '../events.ts'
import { calendarParams, event, newEvent } from '../schemas.ts'

export const createEvent = operation({
  method: 'POST',
  path: '/calendars/{calendar_id}/events',
  operationId: 'createEvent',
  summary: 'Create an event',
  description: 'Creates an event in your own calendar or a shared one that you may write to.',
  tags: ['events'],
  scopes: ['calendar.write'],
  input: { params: calendarParams, body: newEvent },
  answer: { status: 201, description: 'The new event', schema: event },
  errors: [400, 404, 413, 415, 422],
  handle: ({ params, body }, call: CalendarCall) => {
    const { id } = findWritableCalendar(call, params.calendar_id)
    rejectInvalidTimes(body)
    return storeEvent(call.state, id, call.user.username, body)
  },
})
