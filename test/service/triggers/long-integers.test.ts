import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { itemKey } from '../../../src/service/triggers/seen/item-key.ts'
import { seenItems } from '../../../src/service/triggers/seen/seen-items.ts'
import { verifies } from '../../requirements.ts'
import { followEvents } from '../../support/follow-events.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startReceiver } from '../../support/start-receiver.ts'
import type { TestService } from '../../support/start-service.ts'
import {
  fastClock,
  noteMade,
  openSource,
  startNotes,
  startSharedService,
  startSource,
} from '../../support/start-source.ts'
import { openHook, send } from './hooks/signatures/deliver.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService(fastClock(20))
})
afterAll(() => shared.close())

/** The greatest integer that a number holds, one that is rounded, and what it becomes. */
const [one, other, between] = ['9007199254740991', '9007199254740993', '9007199254740992']
/** A number as JSON writes it, which TypeScript does not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** An API whose notes have these integers as ids, the oldest first. */
const startNumbered = async () => {
  const ids: string[] = []
  const notes = await startNotes(() => ({
    body: { notes: ids.map((id) => ({ id: rawJSON(id) })) },
  }))
  return { ...notes, ids }
}

const fired = (events: ReturnType<typeof followEvents>['events']) =>
  events.filter(({ type }) => type === 'svc.trigger.message').map(({ data }) => data['id'])

describe('an integer that no number holds, in an item of a poll', () => {
  it('is exact in the event that a webhook delivers, and tells items apart', async () => {
    verifies('triggers.integers')
    const notes = await startNumbered()
    const poll = { order: 'oldest_first' }
    const source = await openSource(shared, notes.upstream, { triggers: [noteMade(poll)] })
    const events = followEvents(source.service)
    const receiver = await startReceiver(() => ({ status: 200 }))
    await source.service.client.webhookSubscriptions.create({
      body: { webhook_url: receiver.url, enabled_events: ['svc.trigger.message'] },
    })
    await source.upsert('NOTES_NOTE_MADE')
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(1), within)
    notes.ids.push(other, between, '12')
    await events.until((all) => fired(all).length >= 3)
    const polled = notes.polls()
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(polled + 2), within)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), within)
    const delivered = receiver.received.map(({ body }) => JSON.parse(body).data.id)
    expect(new Set(delivered)).toEqual(new Set([other, between, 12]))
    expect(new Set(fired(events.events))).toEqual(new Set([other, between, 12]))
  })

  it('moves a cursor on by its value, and is asked for as it is', async () => {
    verifies('triggers.integers')
    const notes = await startNumbered()
    const poll = {
      request: { path: '/notes', query: { since: '{cursor}' } },
      order: 'oldest_first',
      cursor: { of: 'item', path: 'id' },
    }
    const { upsert } = await openSource(shared, notes.upstream, { triggers: [noteMade(poll)] })
    await upsert('NOTES_NOTE_MADE')
    for (const id of ['999', one, other, '10000000000000000001']) {
      notes.ids.push(id)
      await vi.waitFor(
        () => expect(notes.upstream.received.at(-1)?.url).toBe(`/notes?since=${id}`),
        within,
      )
    }
  })

  it('does not fire again when an earlier version recorded it rounded', async () => {
    verifies('triggers.integers')
    const { database } = await createSharedDatabase()
    const notes = await startNumbered()
    const { service, upsert } = await startSource(notes.upstream, {
      triggers: [noteMade()],
      clock: fastClock(20),
      database,
    })
    const events = followEvents(service)
    const id = await upsert('NOTES_NOTE_MADE')
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(1), within)
    const { handle } = await openServiceDatabase(database)
    const recorded = itemKey({ id: Number(other) }, ['id'])
    await seenItems(handle, id).note([recorded], new Date())
    notes.ids.push(other, '9007199254740995')
    await events.until((all) => fired(all).length > 0)
    const polled = notes.polls()
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(polled + 2), within)
    expect(fired(events.events)).toEqual(['9007199254740995'])
  })

  it('matches the number of a configuration, which was rounded when it came, and an exact text', async () => {
    verifies('triggers.integers')
    const notes = await startNumbered()
    const poll = { where: [{ path: 'id', equals: '{config.wanted}' }] }
    const source = await openSource(shared, notes.upstream, { triggers: [noteMade(poll)] })
    const events = followEvents(source.service)
    const of = async (wanted: unknown) => {
      const trigger_config = { wanted }
      return source.upsert('NOTES_NOTE_MADE', { trigger_config })
    }
    const byNumber = await of([Number(other), 'x'])
    const byText = await of(other)
    const polled = notes.polls()
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(polled + 3), within)
    notes.ids.push(one, between, other)
    const all = await events.until((found) => fired(found).length >= 3)
    const found = all.map(({ metadata, data }) => [metadata['trigger_id'], data['id']])
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        [byNumber, between],
        [byNumber, other],
        [byText, other],
      ]),
    )
  })
})

describe('an integer that no number holds, in a delivery', () => {
  it('is exact in the event, in conditions, and as the id of the delivery', async () => {
    verifies('triggers.integers')
    const hook = await openHook(
      shared,
      {
        signature: { kind: 'hmac', header: 'x-signature' },
        secret: { from: 'config', path: 'secret' },
        when: [{ in: 'body', name: 'chat', equals: other }],
        delivery_id: { in: 'body', name: 'update' },
        payload: { chat: 'chat', update: 'update' },
      },
      { config: { secret: 'secret' } },
    )
    const deliver = async (chat: string, update: string) => {
      const body = `{"chat":${chat},"update":${update},"at":${Date.now()}}`
      const signature = createHmac('sha256', 'secret').update(body).digest('hex')
      const { text } = await send(
        hook.url,
        [
          ['content-type', 'application/json'],
          ['x-signature', signature],
        ],
        body,
      )
      return text
    }
    expect(await deliver(between, '1')).toBe('No trigger fires for this event')
    expect(await deliver(other, other)).toBe('Accepted')
    expect(await deliver(other, between)).toBe('Accepted')
    expect(await deliver(other, other)).toBe('This delivery was accepted before')
    expect(await hook.fired(2)).toEqual([
      { chat: other, update: between },
      { chat: other, update: other },
    ])
  })
})
