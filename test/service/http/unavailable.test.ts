import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorEnvelope } from '../../../src/contract/errors.ts'
import { verifies } from '../../requirements.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { engine, startService } from '../../support/start-service.ts'

/** Stands before PostgreSQL and can be taken away: then every connection breaks, and new ones are refused. */
const startProxy = async (target: URL) => {
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect({ host: target.hostname, port: Number(target.port) })
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('close', () => outgoing.destroy())
    outgoing.on('close', () => incoming.destroy())
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const takeAway = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  onTestFinished(async () => (server.listening ? takeAway() : undefined))
  return { url: Object.assign(new URL(target), { port: String(port) }).href, takeAway, bringBack: () => listen(port) }
}

describe.skipIf(engine === 'sqlite')('while the database is away', () => {
  it('every request is answered 503 within five seconds, and as before when it is back', async () => {
    verifies('conventions.unavailable')
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    const proxy = await startProxy(new URL(url))
    const service = await startService({ database: { engine: 'postgres', url: proxy.url, maximumConnections: 5 }, logLevel: 'silent' })
    const send = (method: string, path: string, body?: object) =>
      fetch(service.url + path, {
        method,
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json', 'idempotency-key': 'key-1' },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(5_000),
      })
    expect((await send('GET', '/api/v3/connected_accounts')).status).toBe(200)

    await proxy.takeAway()
    for (const [method, path, body] of [['GET', '/api/v3/connected_accounts'], ['POST', '/api/v3/tool_router/session', { user_id: 'ada' }], ['PATCH', '/api/v3/org/project/config', {}]] as const) {
      const answer = await send(method, path, body)
      const { error } = errorEnvelope.parse(await answer.json())
      expect([answer.status, error.slug, answer.headers.get('retry-after')], path).toEqual([503, 'unavailable', '1'])
      expect(error.request_id).toBe(answer.headers.get('x-request-id'))
    }
    expect((await send('GET', '/readyz')).status).toBe(503)
    expect((await send('GET', '/healthz')).status).toBe(200)

    await proxy.bringBack()
    expect((await send('GET', '/api/v3/connected_accounts')).status).toBe(200)
    const made = await send('POST', '/api/v3/tool_router/session', { user_id: 'ada' })
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect((await send('GET', '/readyz')).status).toBe(200)
  })
})
