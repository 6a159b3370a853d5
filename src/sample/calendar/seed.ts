import type { NewEvent, User } from './schemas.ts'

/**
 * The initial content of the calendar: the same four people as in the tracker, on the days around
 * its start.
 */

export const seedUsers: readonly User[] = [
  { username: 'ada', name: 'Ada Okafor', email: 'ada@calendar.example' },
  { username: 'bruno', name: 'Bruno Keller', email: 'bruno@calendar.example' },
  { username: 'chioma', name: 'Chioma Silva', email: 'chioma@calendar.example' },
  { username: 'dmitri', name: 'Dmitri Larsen', email: 'dmitri@calendar.example' },
]

/** A user's personal calendar is only readable by that user; shared calendars have no owner. */
export type StoredCalendar = {
  id: string
  name: string
  description: string
  owner: string | null
  isReadOnly: boolean
}

export const seedCalendars: readonly StoredCalendar[] = [
  ...seedUsers.map(({ username, name }) => ({
    id: username,
    name,
    description: `What ${name} has to do`,
    owner: username,
    isReadOnly: false,
  })),
  {
    id: 'team',
    name: 'Team',
    description: 'Meetings of the whole product team',
    owner: null,
    isReadOnly: false,
  },
  {
    id: 'holidays',
    name: 'Holidays',
    description: 'Days on which the office is closed',
    owner: null,
    isReadOnly: true,
  },
]

type SeedEvent = Pick<NewEvent, 'title'> & {
  calendar: string
  inDays: number
  at: number
  minutes: number
  location?: string
  description?: string
}

/** `at` is the hour in UTC. */
export const seedEvents: readonly SeedEvent[] = [
  {
    calendar: 'team',
    title: 'Weekly planning',
    inDays: 0,
    at: 9,
    minutes: 60,
    location: 'Room Lovelace',
    description: 'Bring what you want to finish this week.',
  },
  {
    calendar: 'team',
    title: 'Retrospective',
    inDays: 4,
    at: 15,
    minutes: 90,
    location: 'Room Hopper',
  },
  {
    calendar: 'team',
    title: 'Demo for the customers of the billing module',
    inDays: 2,
    at: 13,
    minutes: 45,
    location: 'Online',
  },
  {
    calendar: 'ada',
    title: 'Dentist',
    inDays: 1,
    at: 8,
    minutes: 60,
    location: 'Harbour Street 4',
  },
  { calendar: 'ada', title: 'Interview with a designer', inDays: 1, at: 14, minutes: 45 },
  { calendar: 'ada', title: 'Write the release notes', inDays: 3, at: 10, minutes: 120 },
  {
    calendar: 'bruno',
    title: 'Pair programming on the slow dashboard',
    inDays: 1,
    at: 10,
    minutes: 120,
  },
  {
    calendar: 'bruno',
    title: 'Lunch with Dmitri',
    inDays: 2,
    at: 12,
    minutes: 60,
    location: 'Canteen',
  },
  {
    calendar: 'chioma',
    title: 'Call with the tax office',
    inDays: 1,
    at: 9,
    minutes: 30,
    description: 'About the rounding of invoices.',
  },
  {
    calendar: 'dmitri',
    title: 'Usability test of the mobile app',
    inDays: 3,
    at: 9,
    minutes: 180,
    location: 'Room Hopper',
  },
  { calendar: 'holidays', title: "Founders' day", inDays: 7, at: 0, minutes: 1440 },
]
