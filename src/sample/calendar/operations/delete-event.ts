import { operation } from '../../operation.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { findEvent, findWritableCalendar } from '../events.ts'
import { eventParams } from '../schemas.ts'

export const deleteEvent = operation({
  method: 'DELETE',
  path: '/calendars/{calendar_id}/events/{event_id}',
  operationId: 'deleteEvent',
  summary: 'Delete an event',
  description: 'Deletes an event for good. Its id is not given out again.',
  tags: ['events'],
  scopes: ['calendar.write'],
  input: { params: eventParams },
  answer: { status: 204, description: 'The event is gone' },
  errors: [404],
  handle: ({ params }, call: CalendarCall) => {
    call.state.events.delete(
      findEvent(call, findWritableCalendar(call, params.calendar_id).id, params.event_id).id,
    )
    return new Response(null, { status: 204 })
  },
})
