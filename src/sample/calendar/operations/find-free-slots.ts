import { operation } from '../../operation.ts'
import { invalidFields } from '../../sample-error.ts'
import type { CalendarCall } from '../calendar-state.ts'
import { freeSlots } from '../free-slots.ts'
import { slotList, slotQuery, type SlotQuery } from '../schemas.ts'

const longestMs = 31 * 86_400_000

export const findFreeSlots = operation({
  method: 'GET',
  path: '/free_slots',
  operationId: 'findFreeSlots',
  summary: 'Find free slots',
  description:
    'Finds when you and other users are all free in working hours, 8 to 18 UTC from Monday to Friday. It tells when others are busy, not what they do.',
  tags: ['events'],
  scopes: ['calendar.read'],
  input: { query: slotQuery },
  answer: { status: 200, description: 'The free slots, the earliest first', schema: slotList },
  errors: [422],
  handle: ({ query }, call: CalendarCall) => {
    const window = { start: Date.parse(query.from), end: Date.parse(query.to) }
    if (window.end <= window.start || window.end - window.start > longestMs)
      throw invalidFields([
        { field: 'to', message: 'It must be later than "from", by at most 31 days' },
      ])
    const slots = freeSlots(window, busySpans(call, query), query.minutes)
    return {
      slots: slots.map(({ start, end }) => ({
        start: new Date(start).toISOString(),
        end: new Date(end).toISOString(),
        minutes: Math.floor((end - start) / 60_000),
      })),
    }
  },
})

const busySpans = ({ state, user }: CalendarCall, { user: others = [] }: SlotQuery) => {
  const unknown = others.filter((name) => state.users.every(({ username }) => username !== name))
  if (unknown.length > 0)
    throw invalidFields([
      {
        field: 'user',
        message: `No user "${unknown.join('", "')}"; use some of: ${state.users.map(({ username }) => username).join(', ')}`,
      },
    ])
  const calendars = new Set([
    user.username,
    ...others,
    ...state.calendars.filter(({ owner }) => owner === null).map(({ id }) => id),
  ])
  return [...state.events.values()]
    .filter((event) => calendars.has(event.calendar_id))
    .map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
}
