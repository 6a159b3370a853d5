import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSampleService, type SampleService } from '../../src/sample/start-sample-service.ts'
import { callback, connect } from './calendar-application.ts'
import { calendarClient, operationIds } from './sample-client.ts'

let sample: SampleService
let ada: Awaited<ReturnType<typeof calendarClient>>
let bruno: typeof ada

// A Monday.
const clock = () => new Date('2026-11-23T07:00:00Z')

beforeAll(async () => {
  sample = await startSampleService({ clock })
  sample.registerRedirectUri(callback)
  ada = await calendarClient(sample, (await connect(sample, 'ada')).access_token)
  bruno = await calendarClient(sample, (await connect(sample, 'bruno')).access_token)
})

afterAll(() => {
  expect([...ada.succeeded].toSorted()).toEqual(operationIds(ada.document).toSorted())
  return sample.close()
})

test('tells who allowed the access', async () => {
  expect((await bruno.call('getCurrentUser')).body).toEqual({
    username: 'bruno',
    name: 'Bruno Keller',
    email: 'bruno@calendar.example',
  })
  expect((await ada.call('getCurrentUser')).body).toMatchObject({ username: 'ada' })
})

test('lists the own calendar and the shared ones', async () => {
  const { body } = await ada.call('listCalendars')
  expect(
    body.calendars.map(({ id, access }: { id: string; access: string }) => [id, access]),
  ).toEqual([
    ['ada', 'write'],
    ['team', 'write'],
    ['holidays', 'read'],
  ])
})

test('lists events in the order of their times, by time, words and page', async () => {
  const titles = async (query: string) =>
    (await ada.call('listEvents', { calendar_id: 'team' }, { query })).body.events.map(
      ({ title }: { title: string }) => title,
    )

  expect(await titles('')).toEqual([
    'Weekly planning',
    'Demo for the customers of the billing module',
    'Retrospective',
  ])
  expect(await titles('?from=2026-11-24T00:00:00Z&to=2026-11-26T00:00:00Z')).toEqual([
    'Demo for the customers of the billing module',
  ])
  expect(await titles('?q=room+HOPPER')).toEqual(['Retrospective'])
  expect(await titles('?per_page=1&page=2')).toEqual([
    'Demo for the customers of the billing module',
  ])
})

test('creates, reads, changes and deletes an event', async () => {
  const json = {
    title: 'Coffee',
    start: '2026-11-24T16:00:00+01:00',
    end: '2026-11-24T16:30:00+01:00',
    attendees: ['bruno@calendar.example'],
  }
  const created = await ada.call('createEvent', { calendar_id: 'ada' }, { json })
  expect(created).toMatchObject({
    status: 201,
    body: { ...json, calendar_id: 'ada', created_by: 'ada', location: '' },
  })
  const place = { calendar_id: 'ada', event_id: created.body.id }

  expect(
    (await ada.call('updateEvent', place, { json: { location: 'Canteen' } })).body,
  ).toMatchObject({ title: 'Coffee', location: 'Canteen' })
  expect((await ada.call('getEvent', place)).body).toMatchObject({ location: 'Canteen' })

  expect((await ada.call('deleteEvent', place)).status).toBe(204)
  expect((await ada.call('getEvent', place)).status).toBe(404)
})

test('finds when several people are free, in working hours only', async () => {
  const slots = async (query: string) =>
    (await ada.call('findFreeSlots', {}, { query })).body.slots.map(
      ({ start, end }: { start: string; end: string }) =>
        `${start.slice(5, 16)} ${end.slice(11, 16)}`,
    )

  // On Tuesday Ada is at the dentist from 8 to 9 and interviews from 14:00 to 14:45; Bruno programs
  // from 10 to 12.
  const tuesday = '?from=2026-11-24T00:00:00Z&to=2026-11-25T00:00:00Z&minutes=60'
  expect(await slots(tuesday)).toEqual(['11-24T09:00 14:00', '11-24T14:45 18:00'])
  expect(await slots(`${tuesday}&user=bruno`)).toEqual([
    '11-24T09:00 10:00',
    '11-24T12:00 14:00',
    '11-24T14:45 18:00',
  ])
  expect(await slots('?from=2026-11-28T00:00:00Z&to=2026-11-30T00:00:00Z')).toEqual([])
})

test('keeps the calendars of others to their users, and what can only be read as it is', async () => {
  const json = { title: 'Mine', start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z' }

  expect((await bruno.call('listEvents', { calendar_id: 'ada' })).status).toBe(404)
  expect((await bruno.call('createEvent', { calendar_id: 'ada' }, { json })).status).toBe(404)
  expect((await bruno.call('createEvent', { calendar_id: 'holidays' }, { json })).status).toBe(403)
  const { events } = (await ada.call('listEvents', { calendar_id: 'ada' })).body
  expect((await ada.call('getEvent', { calendar_id: 'team', event_id: events[0].id })).status).toBe(
    404,
  )
})

test('lets nobody do more than was allowed', async () => {
  const reader = await calendarClient(
    sample,
    (await connect(sample, 'ada', 'calendar.read')).access_token,
  )

  expect((await reader.call('listEvents', { calendar_id: 'ada' })).status).toBe(200)
  const refused = await reader.call(
    'createEvent',
    { calendar_id: 'ada' },
    { json: { title: 'No', start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z' } },
  )
  expect(refused).toMatchObject({
    status: 403,
    body: { message: 'The user did not allow calendar.write' },
  })
})

test('asks for a token that is still good', async () => {
  const { status, response } = await ada.call('listCalendars', {}, { key: 'unknown' })
  expect([status, response.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer error="invalid_token"',
  ])
})

test.each([
  [{ title: 'x', start: '2026-11-24T10:00:00Z', end: '2026-11-24T10:00:00Z' }, 'end'],
  [{ title: '', start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z' }, 'title'],
  [{ title: 'x', start: 'tomorrow', end: '2026-11-24T11:00:00Z' }, 'start'],
  [
    { title: 'x', start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z', place: 'here' },
    'place',
  ],
])('refuses the event %j by naming %s', async (json, field) => {
  const { status, body } = await ada.call('createEvent', { calendar_id: 'ada' }, { json })
  expect([status, body.fields[0].field]).toEqual([422, field])
})

test.each([
  ['?from=2026-11-24T00:00:00Z&to=2026-11-24T00:00:00Z', 'to'],
  ['?from=2026-11-24T00:00:00Z&to=2026-11-25T00:00:00Z&user=eve', 'user'],
])('refuses to look for slots with %s', async (query, field) => {
  const { status, body } = await ada.call('findFreeSlots', {}, { query })
  expect([status, body.fields[0].field]).toEqual([422, field])
})
