import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/service/config/config.ts'
import { verifies } from '../../requirements.ts'
import { engine, startService } from '../../support/start-service.ts'
import { createSharedPlace } from './shared-place.ts'

/** Stands still, so that no minute ends within a test. */
const clock = { now: () => new Date('2026-01-01T00:00:15.000Z') }

describe('rate limits', () => {
  it('are off unless the operator sets them', async () => {
    verifies('rate-limits.off-by-default')
    expect(readConfig({ PLUGBOARD_ROOT_KEYS: '1:x' }).rateLimitPerMinute).toBe(0)
    expect(
      readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_RATE_LIMIT_PER_MINUTE: '600' })
        .rateLimitPerMinute,
    ).toBe(600)
    const { request } = await startService({ rateLimitPerMinute: 0 })
    const { status, headers } = await request('GET', '/api/v3/toolkits')
    expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([
      200,
      null,
      null,
    ])
  })

  it('are per key, say on every answer what is left, and refuse with 429 and Retry-After', async () => {
    verifies('rate-limits.per-key', 'rate-limits.headers', 'rate-limits.429')
    const { request, userApiKey } = await startService({ rateLimitPerMinute: 3, clock })
    const answers = []
    for (const path of [
      '/api/v3/toolkits',
      '/api/v3/toolkits/unknown',
      '/api/v3/toolkits?limit=x',
      '/api/v3/toolkits',
    ])
      answers.push(await request('GET', path))

    expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit-policy'))).toEqual(
      Array(4).fill('"per-key";q=3;w=60'),
    )
    expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual(
      [2, 1, 0, 0].map((left) => `"per-key";r=${left};t=45`),
    )
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([
      null,
      null,
      null,
      '45',
    ])
    expect(answers[3]?.body.error).toMatchObject({
      slug: 'rate_limited',
      status: 429,
      suggested_fix: expect.stringContaining('45 seconds'),
    })
    expect(
      (await request('GET', '/api/v3/toolkits', { headers: { 'x-user-api-key': userApiKey } }))
        .status,
    ).toBe(200)
  })

  it('come after the key and before the body', async () => {
    verifies('rate-limits.order')
    const service = await startService({ rateLimitPerMinute: 1, clock })
    const send = (key: string) =>
      fetch(`${service.url}/api/v3/tool_router/session`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: '{not json',
      })
    const wrong = await send('pbk_wrong')
    expect([wrong.status, wrong.headers.get('ratelimit')]).toEqual([401, null])
    expect((await send(service.apiKey)).status).toBe(400)
    expect((await send(service.apiKey)).status).toBe(429)
  })

  it('leave the public description and the health of the service alone', async () => {
    verifies('rate-limits.per-key')
    const { request } = await startService({ rateLimitPerMinute: 1, clock })
    for (const path of [
      '/healthz',
      '/readyz',
      '/api/v3/openapi.json',
      '/healthz',
      '/api/v3/openapi.json',
    ])
      expect((await request('GET', path)).status).toBe(200)
  })

  it.skipIf(engine === 'sqlite')('hold over all nodes', async () => {
    verifies('rate-limits.many-nodes')
    const { database } = await createSharedPlace()
    const one = await startService({ database, rateLimitPerMinute: 10, clock })
    const other = await startService({ database, rateLimitPerMinute: 10, clock })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        (index % 2 === 0 ? one : other).request('GET', '/api/v3/toolkits', {
          headers: { 'x-api-key': one.apiKey },
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
  })
})
