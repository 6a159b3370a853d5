import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { openNotesApi } from '../../../support/notes-api.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../../support/start-upstream.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

let upstream: Upstream
let service: TestService
/** What is answered next; afterwards everything works. */
let answers: Answer[] = []

beforeAll(async () => {
  upstream = await startUpstream(
    (_request, response) => {
      const { status = 200, headers = {}, body = { ok: true } } = answers.shift() ?? {}
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      json(response, status, body)
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host], toolTimeoutMs: 8000 })
  const source = { openapi: openNotesApi(upstream.url) }
  await importToolkit(service, { slug: 'plain', name: 'Plain', source })
  await importToolkit(service, {
    slug: 'ruled',
    name: 'Ruled',
    source,
    answers: {
      rate: [
        {
          when: [{ in: 'body', path: 'error', one_of: ['ratelimited'] }],
          retry_after: [
            { in: 'body', name: 'wait', unit: 'milliseconds' },
            { in: 'header', name: 'X-Come-Back', unit: 'unix_seconds' },
          ],
        },
        {
          when: [{ in: 'status', one_of: [429] }],
          remaining: 'X-Left',
          retry_after: [{ in: 'header', name: 'x-reset', unit: 'seconds' }],
        },
      ],
    },
  })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const execute = async (slug: string, given: Answer[], args: Record<string, unknown> = {}) => {
  answers = given
  const before = upstream.received.length
  const result = await service.client.tools.execute({
    params: { tool_slug: slug },
    body: { arguments: args, user_id: 'ada' },
  })
  return { ...result, sent: upstream.received.length - before }
}

const limited = (headers: Record<string, string>, status = 429): Answer => ({
  status,
  headers,
  body: { message: 'Slow down' },
})

describe('a call that is refused for the rate', () => {
  it.each([
    ['429 with Retry-After', limited({ 'retry-after': '1' })],
    ['503 with Retry-After', limited({ 'retry-after': '0' }, 503)],
    ['429 with a duration', limited({ 'x-ratelimit-reset-after': '0.2' })],
    ['429 that does not say for how long', limited({})],
    ['a date in the past', limited({ 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })],
  ])('is made again after %s', async (_what, refusal) => {
    verifies('tools.execute.rate')
    expect(await execute('PLAIN_LIST_NOTES', [refusal])).toMatchObject({ error: null, sent: 2 })
  })

  it('is made again by the rules of its toolkit', async () => {
    verifies('tools.execute.rate')
    const inBody = { body: { ok: false, error: 'ratelimited', wait: 50 } }
    const later = { 'x-come-back': String(Math.ceil(Date.now() / 1000) + 1) }
    const atMoment = { headers: later, body: { error: 'ratelimited' } }
    expect(await execute('RULED_LIST_NOTES', [inBody, atMoment])).toMatchObject({
      error: null,
      sent: 3,
    })
    const noneLeft = limited({ 'x-left': '0', 'x-reset': '0' }, 403)
    expect(await execute('RULED_LIST_NOTES', [noneLeft])).toMatchObject({ error: null, sent: 2 })
    expect(await execute('RULED_LIST_NOTES', [limited({ 'x-left': '3' }, 403)])).toMatchObject({
      error: '"Ruled" answered 403: "Slow down"',
      sent: 1,
    })
  })

  it('says when to come back where there is no time to wait', async () => {
    verifies('tools.execute.rate')
    const result = await execute('PLAIN_LIST_NOTES', [limited({ 'retry-after': '90' })])
    expect(result).toMatchObject({
      error:
        '"Plain" answered 429: "Slow down". It was called too often: call the tool again in 90 seconds.',
      data: { status: 429, body: { message: 'Slow down' }, retry_after_seconds: 90 },
      sent: 1,
    })
    const date = new Date(Date.now() + 3_600_000)
    const { data } = await execute('PLAIN_LIST_NOTES', [
      limited({ 'retry-after': date.toUTCString() }),
    ])
    expect(data['retry_after_seconds']).toBeGreaterThan(3500)
    expect(data['retry_after_seconds']).toBeLessThanOrEqual(3600)
  })

  it('gives up after three further tries', async () => {
    verifies('tools.execute.rate')
    const refusals = Array.from({ length: 9 }, () => limited({ 'retry-after': '0' }))
    expect(await execute('PLAIN_LIST_NOTES', refusals)).toMatchObject({
      data: { status: 429, retry_after_seconds: 1 },
      sent: 4,
    })
  })

  it('is never made again where it may have had an effect', async () => {
    verifies('tools.execute.rate')
    const refusal = limited({ 'retry-after': '0' })
    expect(await execute('PLAIN_CREATE_NOTE', [refusal], { text: 'x' })).toMatchObject({
      error: expect.stringContaining('call the tool again in 1 second.'),
      sent: 1,
    })
    // A DELETE has no more effect when it is made twice.
    expect(await execute('PLAIN_DELETE_NOTE', [refusal], { id: '1' })).toMatchObject({
      error: null,
      sent: 2,
    })
  })

  it('ends its waiting when the caller goes away', async () => {
    verifies('tools.execute.rate')
    answers = [limited({ 'retry-after': '6' })]
    const before = upstream.received.length
    const ending = new AbortController()
    // Without an idempotency key, for which a call would be ended for the caller's next try.
    const called = fetch(`${service.url}/api/v3/tools/execute/PLAIN_LIST_NOTES`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'gone' }),
      signal: ending.signal,
    })
    await expect.poll(() => upstream.received.length).toBe(before + 1)
    ending.abort()
    await expect(called).rejects.toThrow()
    await expect
      .poll(async () => {
        const { items } = await service.client.logs.list({ query: { user_ids: ['gone'] } })
        return items.map(({ error }) => error)
      })
      .toEqual([expect.stringContaining('cancelled')])
    expect(upstream.received.length).toBe(before + 1)
  })
})
