import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifies } from '../../requirements.ts'
import { followEvents } from '../../support/follow-events.ts'
import type { TestService } from '../../support/start-service.ts'
import {
  fastClock,
  noteMade,
  openSource,
  startNotes,
  startSharedService,
} from '../../support/start-source.ts'
import { connectAccount } from '../../support/watch-api.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService(fastClock(20))
})
afterAll(() => shared.close())

const answers: NonNullable<Parameters<typeof openSource>[2]['answers']> = {
  failures: [
    {
      when: [{ in: 'body', path: 'ok', one_of: [false] }],
      message: 'error',
      reconnect: [{ in: 'body', path: 'error', one_of: ['revoked'] }],
    },
  ],
  rate: [
    {
      when: [{ in: 'body', path: 'error', one_of: ['slow_down'] }],
      retry_after: [{ in: 'body', name: 'seconds', unit: 'seconds' }],
    },
  ],
}

describe('a poll whose answer has no list', () => {
  it('found nothing, as many APIs leave an empty list out', async () => {
    verifies('triggers.poll.no-list')
    const notes = await startNotes()
    const source = await openSource(shared, notes.upstream, { triggers: [noteMade()] })
    const events = followEvents(source.service)
    const working = notes.current.answer
    notes.current.answer = () => ({ body: { kind: 'notes' } })
    const id = await source.upsert('NOTES_NOTE_MADE')
    await vi.waitFor(
      async () => expect((await source.show(id)).state).toHaveProperty('marked_at'),
      within,
    )
    notes.current.answer = working
    notes.add('first')
    await events.until((all) => all.some(({ data }) => data['text'] === 'first'))
    expect((await source.show(id)).state).not.toHaveProperty('error')
  })

  it('has failed where the answer says that it is a failure', async () => {
    verifies('triggers.poll.no-list')
    const notes = await startNotes(() => ({ body: { error: 'out of order' } }))
    const source = await openSource(shared, notes.upstream, { triggers: [noteMade()] })
    const id = await source.upsert('NOTES_NOTE_MADE')
    await vi.waitFor(
      async () =>
        expect((await source.show(id)).state).toMatchObject({
          error: expect.stringContaining('no list'),
        }),
      within,
    )
  })
})

describe('a poll whose answer a rule of the toolkit calls a failure', () => {
  it('has failed, although its status is 200 and its list is empty', async () => {
    verifies('tools.execute.failure-rules')
    const notes = await startNotes()
    notes.add('before')
    const source = await openSource(shared, notes.upstream, { triggers: [noteMade()], answers })
    const events = followEvents(source.service)
    const id = await source.upsert('NOTES_NOTE_MADE')
    const working = notes.current.answer
    await vi.waitFor(
      async () => expect((await source.show(id)).state).toHaveProperty('marked_at'),
      within,
    )
    notes.current.answer = () => ({ body: { ok: false, error: 'out of order', notes: [] } })
    await vi.waitFor(
      async () =>
        expect((await source.show(id)).state).toMatchObject({
          error: 'The API reported an error: "out of order"',
        }),
      within,
    )
    notes.current.answer = working
    notes.add('after')
    await events.until((all) => all.some(({ data }) => data['text'] === 'after'))
    expect((await source.show(id)).state).not.toHaveProperty('error')
  })

  it('that asks to come back later is waited for, and has not failed', async () => {
    verifies('tools.execute.rate')
    const notes = await startNotes(() => ({
      body: { ok: false, error: 'slow_down', seconds: 7200 },
    }))
    const source = await openSource(shared, notes.upstream, { triggers: [noteMade()], answers })
    const id = await source.upsert('NOTES_NOTE_MADE')
    const other = await source.upsert('NOTES_NOTE_MADE', { trigger_config: { other: true } })
    await vi.waitFor(async () => {
      for (const each of [id, other])
        expect((await source.show(each)).state).toMatchObject({
          error: expect.stringContaining('slow_down'),
        })
    }, within)
    const polled = notes.polls()
    notes.current.answer = (_request, all) => ({ body: { notes: all } })
    const third = await source.upsert('NOTES_NOTE_MADE', { trigger_config: { third: true } })
    await vi.waitFor(() => expect(notes.polls()).toBeGreaterThan(polled + 3), within)
    expect((await source.show(third)).state).toHaveProperty('marked_at')
    expect((await source.show(id)).state).not.toHaveProperty('marked_at')
  })

  it('that says the credential is of no use expires the account and pauses the instance', async () => {
    verifies('tools.execute.reconnect')
    const notes = await startNotes(() => ({ body: { ok: false, error: 'revoked' } }))
    const { service, upsert, show } = await openSource(shared, notes.upstream, {
      triggers: [noteMade()],
      auth: 'API_KEY',
      answers,
    })
    const account = await connectAccount(service.client, 'notes')
    const id = await upsert('NOTES_NOTE_MADE', { connected_account_id: account.id })
    await vi.waitFor(
      async () =>
        expect(await show(id)).toMatchObject({
          disabled_at: null,
          state: { paused: expect.stringContaining('EXPIRED') },
        }),
      within,
    )
    expect(
      await service.client.connectedAccounts.get({ params: { nanoid: account.id } }),
    ).toMatchObject({ status: 'EXPIRED' })
    expect(notes.polls()).toBe(1)
  })
})
