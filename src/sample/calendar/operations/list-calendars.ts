import { operation } from '../../operation.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { readableCalendars, toCalendar } from '../events.ts'
import { calendarList } from '../schemas.ts'

export const listCalendars = operation({
  method: 'GET',
  path: '/calendars',
  operationId: 'listCalendars',
  summary: 'List calendars',
  description:
    'Lists your own calendar and those that everybody shares, and says which of them you may write to.',
  tags: ['calendars'],
  scopes: ['calendar.read'],
  input: {},
  answer: { status: 200, description: 'The calendars', schema: calendarList },
  errors: [],
  handle: (_, call: CalendarCall) => ({ calendars: readableCalendars(call).map(toCalendar) }),
})
