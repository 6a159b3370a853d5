import { describe, expect, it, onTestFinished } from 'vitest'
import { errorEnvelope } from '../../../src/contract/errors.ts'
import { verifies } from '../../requirements.ts'
import { createPostgresDatabase } from '../../support/postgres-database.ts'
import { startDatabaseProxy } from '../../support/start-database-proxy.ts'
import { engine, startService } from '../../support/start-service.ts'

describe.skipIf(engine === 'sqlite')('while the database is away', () => {
  it('every request is answered 503 within five seconds, and as before when it is back', async () => {
    verifies('conventions.unavailable', 'connect-page.broken', 'telemetry.outages')
    const lines: { level: number; msg: string; failedRequests?: number }[] = []
    const { url, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    const proxy = await startDatabaseProxy(new URL(url))
    const service = await startService({
      database: { engine: 'postgres', url: proxy.url, maximumConnections: 5 },
      logLevel: 'info',
      accessLogShare: 0,
      writeLog: { write: (line) => void lines.push(JSON.parse(line)) },
    })
    const send = (method: string, path: string, body?: object) =>
      fetch(service.url + path, {
        method,
        headers: {
          'x-api-key': service.apiKey,
          'content-type': 'application/json',
          'idempotency-key': 'key-1',
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(5_000),
      })
    expect((await send('GET', '/api/v3/connected_accounts')).status).toBe(200)

    await proxy.takeAway()
    for (const [method, path, body] of [
      ['GET', '/api/v3/connected_accounts'],
      ['POST', '/api/v3/tool_router/session', { user_id: 'ada' }],
      ['PATCH', '/api/v3/org/project/config', {}],
    ] as const) {
      const answer = await send(method, path, body)
      const { error } = errorEnvelope.parse(await answer.json())
      expect([answer.status, error.slug, answer.headers.get('retry-after')], path).toEqual([
        503,
        'unavailable',
        '1',
      ])
      expect(error.request_id).toBe(answer.headers.get('x-request-id'))
    }
    const page = await send('GET', '/connect/lk_0123456789abcdefghijkl')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=UTF-8',
    ])
    expect(await page.text()).toContain(page.headers.get('x-request-id') ?? 'no request id')
    const readiness = await send('GET', '/readyz')
    expect(readiness.status).toBe(503)
    expect(await readiness.json()).toEqual({ status: 'not ready', reason: 'database' })
    expect((await send('GET', '/healthz')).status).toBe(200)

    await proxy.bringBack()
    expect((await send('GET', '/api/v3/connected_accounts')).status).toBe(200)
    const made = await send('POST', '/api/v3/tool_router/session', { user_id: 'ada' })
    expect([made.status, made.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect((await send('GET', '/readyz')).status).toBe(200)

    const ofRequests = () => lines.filter(({ msg }) => msg.startsWith('The database'))
    await expect
      .poll(() => ofRequests().map(({ msg }) => msg), { timeout: 20_000 })
      .toEqual([
        'The database is unavailable; requests are answered 503 until it is back',
        'The database works again',
      ])
    expect(ofRequests().at(-1)?.failedRequests).toBe(4)
    expect(lines.filter(({ msg }) => msg === 'pg-boss reported an error').length).toBeLessThan(4)
  })
})
