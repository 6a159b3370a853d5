import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { readEvents } from '../../src/client/read-events.ts'
import { verifies } from '../requirements.ts'

const metadata = {
  log_id: null,
  trigger_slug: null,
  trigger_id: null,
  connected_account_id: null,
  auth_config_id: null,
  user_id: null,
}
const event = (id: string) => ({
  id,
  timestamp: '2026-11-21T10:00:00.000Z',
  type: 'svc.trigger.message',
  metadata,
  data: { text: 'é\n' },
})

/** A client for a server that answers everything the same way. */
const clientOf = async (answer: (response: ServerResponse) => unknown) => {
  const server = createServer((_request, response) => void answer(response)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return {
    server,
    client: createClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'pbk_x',
      retries: 0,
    }),
  }
}

const readAll = async (
  events: AsyncIterable<{ id: string; data: { id: string } }>,
): Promise<string[][]> => {
  const read: string[][] = []
  for await (const { id, data } of events) read.push([id, data.id])
  return read
}

test('reads events however their bytes arrive', async () => {
  verifies('events.client')
  const { client } = await clientOf((response) => {
    const json = JSON.stringify(event('evt_2'))
    const bytes = Buffer.from(
      `: hello\n\nretry: 5\n\nid: 1\nevent: svc.trigger.message\ndata: ${JSON.stringify(event('evt_1'))}\n\n` +
        `id: 2\r\ndata:${json.slice(0, 60)}\r\ndata: ${json.slice(60)}\r\n\r\nid: 3\nevent: unfinished`,
    )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const byte of bytes) response.write(Buffer.from([byte]))
    response.end()
  })

  expect(await readAll(await client.triggerInstances.events())).toEqual([
    ['1', 'evt_1'],
    ['2', 'evt_2'],
  ])
})

test('tells where the stream begins, before its first event', async () => {
  verifies('events.client')
  const { client } = await clientOf((response) =>
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write('retry: 2000\nid: 7\n\n'),
  )
  const leaving = new AbortController()
  expect((await client.triggerInstances.events({}, { signal: leaving.signal })).position).toBe('7')
  leaving.abort()
})

test('ends a stream that has been silent for too long, its comments gone too', async () => {
  verifies('events.client')
  const cancelled = Promise.withResolvers<void>()
  const encoder = new TextEncoder()
  const { position, events } = await readEvents(
    new ReadableStream({
      start: (stream) => stream.enqueue(encoder.encode(': here\n\n')),
      cancel: () => cancelled.resolve(),
    }),
    20,
  )

  expect(position).toBeUndefined()
  await expect(events.next()).rejects.toThrow('Nothing was received for 20 ms')
  await cancelled.promise
})

test('closes the connection when the loop is left', async () => {
  verifies('events.client')
  const closed = Promise.withResolvers<void>()
  const { client } = await clientOf((response) => {
    response.on('close', closed.resolve)
    response
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .write(`id: 1\ndata: ${JSON.stringify(event('evt_1'))}\n\n`)
  })

  for await (const { id } of await client.triggerInstances.events()) {
    expect(id).toBe('1')
    break
  }
  await closed.promise
})

test('says what is wrong: no answer in time, an unknown event, a connection that breaks', async () => {
  verifies('events.client')
  const silent = await clientOf(() => {})
  await expect(silent.client.triggerInstances.events({}, { timeoutMs: 20 })).rejects.toMatchObject({
    slug: 'timeout',
  })
  const unknown = await clientOf((response) =>
    response.writeHead(200).end('id: 1\ndata: {"id": 5}\n\n'),
  )
  await expect(readAll(await unknown.client.triggerInstances.events())).rejects.toMatchObject({
    slug: 'unexpected_answer',
    errors: expect.arrayContaining([expect.stringContaining('id: ')]),
  })
  const page = await clientOf((response) => response.writeHead(502).end('<html>'))
  await expect(page.client.triggerInstances.events()).rejects.toMatchObject({
    slug: 'unexpected_answer',
    status: 502,
  })
  const broken = await clientOf((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
    setTimeout(() => response.destroy(), 20)
  })
  await expect(readAll(await broken.client.triggerInstances.events())).rejects.toMatchObject({
    slug: 'network',
    suggestedFix: expect.stringContaining('after'),
  })
})

test('ends a stream whose event never ends', async () => {
  const cancelled = Promise.withResolvers<void>()
  const part = new TextEncoder().encode('x'.repeat(1024 * 1024))
  const { events } = await readEvents(
    new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(': here\n\ndata: ')),
      pull: (stream) => stream.enqueue(part),
      cancel: () => cancelled.resolve(),
    }),
    1000,
  )

  await expect(events.next()).rejects.toThrow('exceeded max buffer size')
  await cancelled.promise
})
