import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { startServer } from './start-server.ts'
import { failureOf, startOutbound } from './start-outbound.ts'

const signalled = () => {
  let notify: () => void = () => {}
  const happened = new Promise<void>((resolve) => {
    notify = resolve
  })
  return { happened, notify }
}

test("the caller's signal closes the upstream socket", async () => {
  const [arrived, closed] = [signalled(), signalled()]
  const server = await startServer((response) => {
    response.on('close', closed.notify)
    arrived.notify()
  })
  const abort = new AbortController()
  const failure = failureOf(startOutbound({ allow: [server.authority] }), {
    url: server.url,
    signal: abort.signal,
  })

  await arrived.happened
  abort.abort()

  expect(await failure).toMatchObject({ kind: 'aborted', host: server.authority })
  await closed.happened
})

test("the caller's signal ends a body under way", async () => {
  const [arrived, closed] = [signalled(), signalled()]
  const server = await startServer((response) => {
    response.on('close', closed.notify)
    response.write('part', () => arrived.notify())
  })
  const abort = new AbortController()
  const failure = failureOf(startOutbound({ allow: [server.authority] }), {
    url: server.url,
    signal: abort.signal,
  })

  await arrived.happened
  abort.abort()

  expect(await failure).toMatchObject({ kind: 'aborted' })
  await closed.happened
})

test('a signal that was given before does not even look up the name', async () => {
  const names: string[] = []
  const outbound = startOutbound({
    allow: [],
    resolve: (name) => {
      names.push(name)
    },
  })
  const aborted = failureOf(outbound, {
    url: 'http://aborted.example/',
    signal: AbortSignal.abort(),
  })
  const looksUp = failureOf(outbound, { url: 'http://slow.example/', timeoutMs: 50 })
  expect(await aborted).toMatchObject({ kind: 'aborted' })
  expect(await looksUp).toMatchObject({ kind: 'timeout' })
  expect(names).toEqual(['slow.example'])
})

test("a call that is over leaves nothing on the caller's signal", async () => {
  const server = await startServer()
  const { signal } = new AbortController()
  await startOutbound({ allow: [server.authority] }).send({
    method: 'GET',
    url: server.url,
    signal,
  })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a call that ended while it waited for a connection is not sent', async () => {
  const release = signalled()
  const server = await startServer((response, { path }) => {
    if (path === '/first') void release.happened.then(() => response.end())
    else response.end()
  })
  const outbound = startOutbound({ allow: [server.authority], maxConnectionsPerOrigin: 1 })
  const abort = new AbortController()
  const first = outbound.send({ method: 'GET', url: `${server.url}/first` })
  const second = failureOf(outbound, { url: `${server.url}/second`, signal: abort.signal })

  abort.abort()
  expect(await second).toMatchObject({ kind: 'aborted' })
  release.notify()
  await first
  await outbound.send({ method: 'GET', url: `${server.url}/third` })

  expect(server.requests.map(({ path }) => path)).toEqual(['/first', '/third'])
})

test('closing ends the calls under way', async () => {
  const arrived = signalled()
  const server = await startServer(() => arrived.notify())
  const outbound = startOutbound({ allow: [server.authority] })
  const failure = failureOf(outbound, { url: server.url })

  await arrived.happened
  await outbound.close()

  expect(await failure).toMatchObject({ kind: 'aborted' })
  expect(await failureOf(outbound, { url: server.url })).toMatchObject({ kind: 'aborted' })
})
