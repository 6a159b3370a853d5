import { z } from 'zod'

/**
 * The schemas of the calendar's requests and responses. A named schema here is a component of its
 * OpenAPI document (see `calendarSchemas`).
 */

const time = (description: string) => z.iso.datetime({ offset: true }).describe(description)
const calendarId = z.string().describe('Calendar, by its id, such as ada or team')
const eventId = z.string().describe('Event, by its id, such as evt_12')
const title = z.string().trim().min(1).max(200).describe('What it is about, in one line')
const description = z.string().max(10_000).describe('More about it; may be empty')
const location = z
  .string()
  .max(200)
  .describe('Where it takes place; empty for nowhere in particular')
const attendees = z.array(z.email()).max(50).describe('Mail addresses of those who take part')
const start = time('When it begins, as ISO 8601 with an offset')
const end = time('When it ends, later than it begins')

export const user = z.object({ username: z.string(), name: z.string(), email: z.email() })

const calendar = z.object({
  id: calendarId,
  name: z.string(),
  description: z.string(),
  access: z.enum(['write', 'read']).describe('What you may do with its events'),
})

export const calendarList = z.object({ calendars: z.array(calendar) })

export const event = z.object({
  id: eventId,
  calendar_id: calendarId,
  title,
  description,
  location,
  start,
  end,
  attendees,
  created_by: z.string().describe('Username'),
  created_at: time('When it was created'),
  updated_at: time('When it last changed'),
})

export const eventPage = z.object({
  events: z.array(event),
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  next_page: z.int().nullable().describe('Null on the last page'),
})

export const newEvent = z.strictObject({
  title,
  start,
  end,
  description: description.default(''),
  location: location.default(''),
  attendees: attendees.default([]),
})

export const eventChange = z
  .strictObject({ title, start, end, description, location, attendees })
  .partial()

export const calendarParams = z.object({ calendar_id: calendarId })
export const eventParams = calendarParams.extend({ event_id: eventId })

export const eventQuery = z.object({
  from: time('Only events that end after this time').optional(),
  to: time('Only events that begin before this time').optional(),
  q: z
    .string()
    .optional()
    .describe('Words that must all occur in the title, description or location'),
  page: z.coerce.number().int().min(1).default(1).describe('Page, from 1'),
  per_page: z.coerce.number().int().min(1).max(100).default(20).describe('Items on a page'),
})

export const slotQuery = z.object({
  user: z
    .array(z.string())
    .max(10)
    .optional()
    .describe('Usernames of who must be free, beside you; repeat the parameter for several'),
  from: time('Not before this time'),
  to: time('Not after this time, at most 31 days later'),
  minutes: z.coerce
    .number()
    .int()
    .min(5)
    .max(480)
    .default(30)
    .describe('How long a slot must at least be'),
})

export const slotList = z.object({ slots: z.array(z.object({ start, end, minutes: z.int() })) })

export const calendarSchemas = {
  User: user,
  Calendar: calendar,
  CalendarList: calendarList,
  Event: event,
  EventPage: eventPage,
  NewEvent: newEvent,
  EventChange: eventChange,
  SlotList: slotList,
}

export type User = z.output<typeof user>
export type Calendar = z.output<typeof calendar>
export type CalendarEvent = z.output<typeof event>
export type NewEvent = z.output<typeof newEvent>
export type SlotQuery = z.output<typeof slotQuery>
