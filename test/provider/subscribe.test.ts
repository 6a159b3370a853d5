import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { Plugboard, type EventFailure, type TypedEvent } from '../../src/index.ts'
import { verifies } from '../requirements.ts'
import { message, writeBeside } from '../service/project-events/write-beside.ts'
import { createProject } from '../support/fill-project.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { createSharedDatabase } from '../support/shared-database.ts'
import { startService } from '../support/start-service.ts'

const start = async () => {
  const { database } = await createSharedDatabase()
  const port = await findFreePort()
  const run = () => startService({ database, port })
  const service = await run()
  const project = await createProject(service, 'Watched')
  const beside = await writeBeside(database)
  return {
    run,
    service,
    plugboard: new Plugboard({ baseUrl: service.url, apiKey: project.key }),
    tell: (text: string) => beside.append(project.id, message(text)),
  }
}

/** Notes the texts of messages; `until` waits for one. */
const listener = () => {
  const heard: unknown[] = []
  const hear = ({ data }: TypedEvent) => void heard.push((data as { text?: string }).text)
  return {
    heard,
    hear,
    until: (text: string) => expect.poll(() => heard, { timeout: 60_000 }).toContain(text),
  }
}

describe('a subscription', () => {
  it('hands over events one at a time and in order, those that pass its filters', async () => {
    verifies('receiving.subscribe')
    const { plugboard, tell } = await start()
    await tell('before')
    const { heard, hear, until } = listener()
    const others: unknown[] = []
    let running = 0
    const handler = async (event: TypedEvent) => {
      running += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      hear(event)
      running -= 1
    }
    await using subscription = await plugboard.triggers.subscribe(handler, {
      filters: {
        triggerSlugs: ['notes_note_made'],
        types: ['svc.trigger.message'],
        userIds: ['ada', 'bob'],
        triggerIds: ['ti_1'],
        connectedAccountIds: ['ca_1'],
      },
    })
    await using other = await plugboard.triggers.subscribe((event) => void others.push(event), {
      filters: { userIds: ['bob'] },
    })

    for (const text of ['one', 'two', 'three']) await tell(text)
    await until('three')
    expect(heard).toEqual(['one', 'two', 'three'])
    await expect.poll(() => other.lastEventId).toBe('4')
    expect([subscription.lastEventId, others]).toEqual(['4', []])
  })

  it(
    'goes on after the service was away, also when that was before the first event',
    { timeout: 300_000 },
    async () => {
      verifies('receiving.subscribe.resume')
      const { plugboard, service, run, tell } = await start()
      await tell('long ago')
      const { heard, hear, until } = listener()
      const failures: EventFailure[] = []
      await using subscription = await plugboard.triggers.subscribe(hear, {
        onError: (_error, failure) => void failures.push(failure),
      })

      await service.close()
      await tell('while it was away')
      await expect.poll(() => failures.length, { timeout: 60_000 }).toBeGreaterThan(0)
      const again = await run()
      await until('while it was away')
      await again.close()
      await tell('and once more')
      await run()
      await until('and once more')

      expect(heard).toEqual(['while it was away', 'and once more'])
      expect(failures.every(({ event }) => event === undefined)).toBe(true)
      expect(subscription.lastEventId).toBe('3')
    },
  )

  it('begins after lastEventId, for a process that was started again', async () => {
    verifies('receiving.subscribe.resume')
    const { plugboard, tell } = await start()
    for (const text of ['one', 'two', 'three']) await tell(text)
    const { heard, hear, until } = listener()
    await using _some = await plugboard.triggers.subscribe(hear, { lastEventId: '1' })
    await until('three')
    expect(heard).toEqual(['two', 'three'])
    await expect(
      plugboard.triggers.subscribe(hear, { lastEventId: 'evt_1' }),
    ).rejects.toMatchObject({ slug: 'misconfigured', message: expect.stringContaining('"evt_1"') })
  })

  it('ends where a handler throws, and a later one begins with that event', async () => {
    verifies('receiving.subscribe.errors')
    const { plugboard, tell } = await start()
    for (const text of ['one', 'two']) await tell(text)
    const failing = await plugboard.triggers.subscribe(
      ({ data }) => {
        if (data && 'text' in data && data['text'] === 'two') throw new Error('out of paper')
      },
      { lastEventId: '0' },
    )
    await expect(failing.ended).rejects.toThrow('out of paper')
    expect(failing.lastEventId).toBe('1')

    const { heard, hear, until } = listener()
    await using _next = await plugboard.triggers.subscribe(hear, {
      lastEventId: failing.lastEventId,
    })
    await until('two')
    expect(heard).toEqual(['two'])
  })

  it('retries or skips what a handler failed with, as onError says', async () => {
    verifies('receiving.subscribe.errors')
    const { plugboard, tell } = await start()
    for (const text of ['bad', 'shaky', 'good']) await tell(text)
    const { heard, hear, until } = listener()
    const failed: unknown[] = []
    await using _subscription = await plugboard.triggers.subscribe(
      (event, { attempt }) => {
        const { text } = event.data as { text: string }
        if (text === 'bad' || (text === 'shaky' && attempt < 3)) throw new Error(text)
        hear(event)
      },
      {
        lastEventId: '0',
        onError: (error, { event, attempt }) => {
          failed.push([(error as Error).message, attempt, event?.metadata.trigger_id])
          return (error as Error).message === 'bad' ? 'skip' : 'retry'
        },
      },
    )
    await until('good')
    expect(heard).toEqual(['shaky', 'good'])
    expect(failed).toEqual([
      ['bad', 1, 'ti_1'],
      ['shaky', 1, 'ti_1'],
      ['shaky', 2, 'ti_1'],
    ])
  })

  it('ends on close, by its signal, and with what cannot get better', async () => {
    verifies('receiving.subscribe.end')
    const { plugboard, service } = await start()
    const closed = await plugboard.triggers.subscribe(() => {})
    await closed.close()
    await closed.ended
    const leaving = new AbortController()
    const aborted = await plugboard.triggers.subscribe(() => {}, { signal: leaving.signal })
    leaving.abort()
    await aborted.ended
    await expect(
      new Plugboard({ baseUrl: service.url, apiKey: 'pbk_wrong' }).triggers.subscribe(() => {}),
    ).rejects.toMatchObject({ slug: 'unauthorized' })

    const stopped = await plugboard.triggers.subscribe(() => {}, { onError: () => 'stop' })
    const refused = expect(stopped.ended).rejects.toMatchObject({ slug: 'network' })
    await service.close()
    await refused
  })
})

test('a key that stops being valid ends the subscription, and a proxy in trouble does not', async () => {
  verifies('receiving.subscribe.end')
  const answers = [
    opened,
    (response: ServerResponse) => response.writeHead(502).end('<html>'),
    opened,
    unauthorized,
  ]
  const server = createServer((_request, response) => void answers.shift()?.(response)).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const plugboard = new Plugboard({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'pbk_x',
  })

  const failures: unknown[] = []
  const subscription = await plugboard.triggers.subscribe(() => {}, {
    onError: (error) => void failures.push((error as { status?: number }).status),
  })
  await expect(subscription.ended).rejects.toMatchObject({ slug: 'unauthorized' })
  expect(failures).toEqual([502])
  expect(answers).toEqual([])
})

const opened = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 2000\nid: 4\n\n')

const unauthorized = (response: ServerResponse) =>
  response.writeHead(401, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      error: { message: 'No such key', code: 1100, slug: 'unauthorized', status: 401 },
    }),
  )
