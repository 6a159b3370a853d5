import { operation } from '../../operation.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { findEvent, findWritableCalendar, rejectInvalidTimes } from '../events.ts'
import { event, eventChange, eventParams } from '../schemas.ts'

export const updateEvent = operation({
  method: 'PATCH',
  path: '/calendars/{calendar_id}/events/{event_id}',
  operationId: 'updateEvent',
  summary: 'Update an event',
  description: 'Changes the given fields of an event and leaves the others.',
  tags: ['events'],
  scopes: ['calendar.write'],
  input: { params: eventParams, body: eventChange },
  answer: { status: 200, description: 'The event after the change', schema: event },
  errors: [400, 404, 413, 415, 422],
  handle: ({ params, body }, call: CalendarCall) => {
    const found = findEvent(
      call,
      findWritableCalendar(call, params.calendar_id).id,
      params.event_id,
    )
    rejectInvalidTimes({ ...found, ...body })
    return Object.assign(found, body, { updated_at: call.state.clock().toISOString() })
  },
})
