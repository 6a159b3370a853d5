import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProjectEvent } from '../../../src/contract/project-events.ts'
import { verifies } from '../../requirements.ts'
import { followEvents } from '../../support/follow-events.ts'
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
import { connectAccount } from '../../support/watch-api.ts'

const texts = (events: ProjectEvent[]) =>
  events.filter(({ type }) => type === 'svc.trigger.message').map(({ data }) => data['text'])
const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService(fastClock(20))
})
afterAll(() => shared.close())

/** With the mark set: what is made from now on is new. */
const start = async (
  notes: Awaited<ReturnType<typeof startNotes>>,
  poll: Record<string, unknown> = {},
  config: Record<string, unknown> = {},
) => {
  const source = await openSource(shared, notes.upstream, { triggers: [noteMade(poll)] })
  const events = followEvents(source.service)
  const id = await source.upsert('NOTES_NOTE_MADE', { trigger_config: config })
  await vi.waitFor(
    async () =>
      expect(await source.show(id)).toMatchObject({ state: { polled_at: expect.any(String) } }),
    within,
  )
  return { ...source, events, id }
}

describe('a polled trigger', () => {
  it('passes on no link to a page of this service that somebody wrote', async () => {
    verifies('triggers.poll.event')
    const notes = await startNotes()
    const { events, service } = await start(notes)
    notes.add(`Open ${service.url}/connections#pbt_${'a'.repeat(27)} now`)
    const found = texts(await events.until((all) => texts(all).length > 0))
    expect(found).toEqual([
      'Open (left out: a link to a page of this service that a third party gave) now',
    ])
  })

  it('sets a mark first, and then fires once for each new item, the oldest first', async () => {
    verifies('triggers.poll.mark', 'triggers.poll.once', 'triggers.poll.event')
    const notes = await startNotes()
    notes.add('before')
    const { events, id, service } = await start(notes)
    const receiver = await startReceiver(() => ({ status: 200 }))
    await service.client.webhookSubscriptions.create({
      body: { webhook_url: receiver.url, enabled_events: ['svc.trigger.message'] },
    })
    notes.add('one')
    notes.add('two')
    await events.until((all) => texts(all).length >= 2)
    const polled = notes.polls()
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(polled + 3), within)
    notes.add('three')
    const all = await events.until((found) => texts(found).includes('three'))
    await vi.waitFor(
      () =>
        expect(receiver.received.map(({ body }) => JSON.parse(body).data.text)).toEqual([
          'one',
          'two',
          'three',
        ]),
      within,
    )
    // Into the stream what one poll finds is written at the same time.
    expect([texts(all).slice(0, 2).toSorted(), ...texts(all).slice(2)]).toEqual([
      ['one', 'two'],
      'three',
    ])
    expect(all.at(-1)).toMatchObject({
      type: 'svc.trigger.message',
      metadata: {
        trigger_id: id,
        trigger_slug: 'NOTES_NOTE_MADE',
        connected_account_id: null,
        log_id: expect.stringMatching(/^log_/),
      },
      data: { id: 'n4', text: 'three' },
    })
    expect(
      (await service.client.logs.list({ query: { tool_slugs: ['NOTES_NOTE_MADE'] } })).items.length,
    ).toBeGreaterThanOrEqual(2)
  })

  it('fires for what is there already when its configuration asks for it', async () => {
    verifies('triggers.poll.existing')
    const notes = await startNotes()
    notes.add('before')
    notes.add('later')
    const { events } = await start(notes, {}, { include_existing: true })
    expect(texts(await events.until((all) => texts(all).length === 2)).toSorted()).toEqual([
      'before',
      'later',
    ])
  })

  it('asks for what lies behind its cursor, fills in its configuration, and delivers a selection', async () => {
    verifies('triggers.poll.request')
    const notes = await startNotes((request, all) => {
      const { searchParams } = new URL(request.url, 'http://notes')
      const since = searchParams.get('since')
      return {
        body: {
          found: {
            list: all.filter(
              ({ made_at, folder }) =>
                folder === searchParams.get('folder') && (since === null || made_at >= since),
            ),
          },
        },
      }
    })
    notes.add('before', { folder: 'a b' })
    const poll = {
      request: {
        path: '/notes/in/{config.folder}',
        query: { folder: '{config.folder}', since: '{cursor}', tag: '{config.tag}' },
        headers: { 'x-folder': 'in {config.folder}' },
      },
      items: 'found.list',
      order: 'oldest_first',
      cursor: { of: 'item', path: 'made_at' },
      where: [{ path: 'text', equals: ['wanted', '{config.word}'] }],
      payload: { text: 'text', where: 'folder' },
    }
    // A list stands for each of its values.
    const { events } = await start(notes, poll, { folder: 'a b', word: ['asked', 'wished'] })
    notes.add('elsewhere', { folder: 'c' })
    notes.add('unwanted', { folder: 'a b' })
    notes.add('wished', { folder: 'a b' })
    const last = notes.add('wanted', { folder: 'a b' })
    const all = await events.until((found) => texts(found).length === 2)
    // What one poll finds is written to the stream at the same time.
    expect(all.map(({ data }) => data)).toHaveLength(2)
    expect(all.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { text: 'wished', where: 'a b' },
        { text: 'wanted', where: 'a b' },
      ]),
    )
    await vi.waitFor(
      () => expect(notes.upstream.received.at(-1)?.url).toContain(encodeURIComponent(last.made_at)),
      within,
    )
    expect(notes.upstream.received[0]).toMatchObject({
      url: '/notes/in/a%20b?folder=a%20b',
      headers: { 'x-folder': 'in a b' },
    })
  })

  it.each([
    ['page', { by: 'page', at_most: 2 }, { page: '{page}' }],
    ['next', { by: 'next', next: 'next', at_most: 2 }, { cursor: '{next}' }],
    ['link', { by: 'link', at_most: 2 }, {}],
  ])(
    'reads pages by %s, a bounded number in one go, and misses nothing of a burst',
    async (by, pages, query) => {
      verifies('triggers.poll.pages')
      const notes = await startNotes((request, all) => {
        const { searchParams } = new URL(request.url, 'http://notes')
        const page = Number(searchParams.get('page') ?? searchParams.get('cursor') ?? 1)
        const list = all.toReversed().slice((page - 1) * 3, page * 3)
        const hasMore = all.length > page * 3
        return {
          body: { notes: list, next: hasMore ? page + 1 : null },
          ...(hasMore &&
            by === 'link' && {
              headers: {
                link: `</notes?page=1>; rel="first", <http://${request.headers.host}/notes?page=${page + 1}>; rel="next"`,
              },
            }),
        }
      })
      notes.add('before')
      const { events } = await start(notes, { request: { path: '/notes', query }, pages })
      const made = Array.from({ length: 20 }, (_, index) => notes.add(`note ${index}`).text)
      const all = await events.until((found) => texts(found).length >= 20)
      expect(texts(all).toSorted()).toEqual(made.toSorted())
    },
  )
})

describe('a poll that fails', () => {
  it('is tried again later, and says why in the state of the instance', async () => {
    verifies('triggers.poll.failure')
    const notes = await startNotes()
    const { events, show, id } = await start(notes)
    const working = notes.current.answer
    notes.current.answer = () => ({ status: 500, body: { message: 'broken' } })
    await vi.waitFor(
      async () =>
        expect(await show(id)).toMatchObject({
          disabled_at: null,
          state: { error: expect.stringContaining('500'), marked_at: expect.any(String) },
        }),
      within,
    )
    notes.add('meanwhile')
    notes.current.answer = working
    expect(texts(await events.until((all) => texts(all).length === 1))).toEqual(['meanwhile'])
    expect((await show(id)).state).not.toHaveProperty('error')
  })

  it('waits as long as the API asks for', async () => {
    verifies('triggers.poll.retry-after')
    const notes = await startNotes(() => ({
      status: 429,
      body: {},
      headers: { 'retry-after': '3600' },
    }))
    const { show, id, upsert } = await start(notes)
    expect(await show(id)).toMatchObject({
      disabled_at: null,
      state: { error: expect.stringContaining('429') },
    })
    notes.current.answer = (_request, all) => ({ body: { notes: all } })
    // Another instance, which is polled several times meanwhile, shows that time has passed.
    const other = await upsert('NOTES_NOTE_MADE', { trigger_config: { other: true } })
    const polled = notes.polls()
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(polled + 3), within)
    expect((await show(other)).state).toHaveProperty('marked_at')
    expect((await show(id)).state).toMatchObject({ error: expect.stringContaining('429') })
  })

  it('disables the instance when too many in a row do, with an event that says why', async () => {
    verifies('triggers.poll.disabled')
    const notes = await startNotes(() => ({ status: 404, body: {} }))
    const source = await startSource(notes.upstream, {
      triggers: [noteMade()],
      clock: fastClock(20_000),
    })
    const events = followEvents(source.service)
    const id = await source.upsert('NOTES_NOTE_MADE')
    const all = await events.until((found) =>
      found.some(({ type }) => type === 'svc.trigger.disabled'),
    )
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({
      metadata: { trigger_id: id },
      data: { reason: expect.stringMatching(/10 polls in a row failed.*404/) },
    })
    expect((await source.show(id)).disabled_at).not.toBeNull()
    expect(notes.polls()).toBe(10)
  })
})

describe('the account of a polled trigger', () => {
  it('gives its credential to the polls, and pauses them while it is switched off', async () => {
    verifies('triggers.poll.account', 'triggers.poll.paused')
    const notes = await startNotes()
    const { service, upsert, show } = await openSource(shared, notes.upstream, {
      triggers: [noteMade()],
      auth: 'API_KEY',
    })
    const events = followEvents(service)
    const account = await connectAccount(service.client, 'notes')
    const id = await upsert('NOTES_NOTE_MADE', { connected_account_id: account.id })
    await vi.waitFor(async () => expect((await show(id)).state).toHaveProperty('marked_at'), within)
    expect(notes.upstream.received.at(-1)?.headers['x-notes-key']).toBe('key-0123456789abcdef')
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: account.id },
      body: { enabled: false },
    })
    await vi.waitFor(
      async () =>
        expect(await show(id)).toMatchObject({
          disabled_at: null,
          state: { paused: expect.stringContaining(account.id) },
        }),
      within,
    )
    notes.add('while it was off')
    const polled = notes.polls()
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: account.id },
      body: { enabled: true },
    })
    const all = await events.until((found) => texts(found).length === 1)
    expect(texts(all)).toEqual(['while it was off'])
    expect(notes.polls()).toBeGreaterThan(polled)
    expect(all.at(-1)?.metadata).toMatchObject({
      connected_account_id: account.id,
      auth_config_id: account.authConfigId,
      user_id: 'ada',
    })
    expect((await show(id)).state).not.toHaveProperty('paused')
  })

  it("never has its credential sent to a host that is not the toolkit's", async () => {
    verifies('triggers.poll.hosts')
    const elsewhere = await startNotes()
    const notes = await startNotes()
    const { service, upsert, show } = await openSource(shared, notes.upstream, {
      triggers: [noteMade({ request: { path: `${elsewhere.upstream.url}/notes` } })],
      auth: 'API_KEY',
    })
    const account = await connectAccount(service.client, 'notes')
    const id = await upsert('NOTES_NOTE_MADE', { connected_account_id: account.id })
    await vi.waitFor(
      async () =>
        expect((await show(id)).state).toMatchObject({
          error: expect.stringContaining('not a host of'),
        }),
      within,
    )
    expect(elsewhere.upstream.received).toEqual([])
  })
})

describe('switching a polled trigger', () => {
  it('off ends its polls; on begins with a new mark', async () => {
    verifies('triggers.poll.switch')
    const notes = await startNotes()
    const { service, events, id, show } = await start(notes)
    const setStatus = (status: 'enable' | 'disable') =>
      service.client.triggerInstances.setStatus({ params: { id }, body: { status } })
    await setStatus('disable')
    notes.add('while it was off')
    const marked = (await show(id)).state['marked_at']
    await setStatus('enable')
    await vi.waitFor(
      async () =>
        expect((await show(id)).state['marked_at']).toSatisfy(
          (at) => typeof at === 'string' && at > String(marked),
        ),
      within,
    )
    notes.add('on again')
    expect(texts(await events.until((all) => texts(all).length > 0))).toEqual(['on again'])
  })
})
