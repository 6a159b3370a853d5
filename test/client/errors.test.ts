import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createClient, PlugboardError } from '../../src/client/index.ts'
import { envelope, serve, sessionRecord } from './serve.ts'

const get = { params: { session_id: 'trs_1' } }

const failureOf = async (promise: Promise<unknown>): Promise<PlugboardError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PlugboardError))
    throw new Error(`expected a PlugboardError, got ${inspect(error)}`)
  return error
}

test('throws what the envelope says, typed', async () => {
  await using service = await serve((app) =>
    app.get('*', (context) =>
      context.json(
        envelope('not_found', 404, {
          code: 1300,
          request_id: 'req_1',
          suggested_fix: 'List sessions',
          errors: ['a: b'],
        }),
        404,
      ),
    ),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  const error = await failureOf(client.sessions.get(get))

  expect(error).toMatchObject({
    name: 'PlugboardError',
    slug: 'not_found',
    message: 'it is not_found',
    status: 404,
    code: 1300,
    requestId: 'req_1',
    suggestedFix: 'List sessions',
    errors: ['a: b'],
  })
})

test('says so when the answer is none of the interface', async () => {
  await using service = await serve((app) => {
    app.get('/api/v3/tool_router/session/trs_html', (context) =>
      context.html('<h1>Not here</h1>', 404),
    )
    app.get('/api/v3/tool_router/session/trs_other', (context) =>
      context.json({ hello: 'world' }, 200, { 'x-request-id': 'req_2' }),
    )
  })
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  expect(
    await failureOf(client.sessions.get({ params: { session_id: 'trs_html' } })),
  ).toMatchObject({ slug: 'unexpected_answer', status: 404 })
  const error = await failureOf(client.sessions.get({ params: { session_id: 'trs_other' } }))
  expect(error).toMatchObject({ slug: 'unexpected_answer', status: 200, requestId: 'req_2' })
  expect(error.errors).toContainEqual(expect.stringMatching(/^session_id: /))
})

test('refuses a redirect, so no key reaches another host', async () => {
  await using other = await serve((app) => app.all('*', (context) => context.json(sessionRecord)))
  await using service = await serve((app) =>
    app.all('*', (context) => context.redirect(`${other.url}/elsewhere`, 307)),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  expect(await failureOf(client.sessions.get(get))).toMatchObject({
    slug: 'redirected',
    status: 307,
  })
  expect(await failureOf(client.sessions.create({ body: { user_id: 'ada' } }))).toMatchObject({
    slug: 'redirected',
  })
  expect(other.received).toEqual([])
})

test('ends with the abort signal, before and during a request', async () => {
  let arrived = () => {}
  const arrival = new Promise<void>((resolve) => (arrived = resolve))
  await using service = await serve((app) =>
    app.get('*', () => {
      arrived()
      return new Promise<Response>(() => {})
    }),
  )
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })
  const controller = new AbortController()
  const reason = new Error('the user went away')

  const during = failureOf(client.sessions.get(get, { signal: controller.signal }))
  await arrival
  controller.abort(reason)

  expect(await during).toMatchObject({ slug: 'aborted', cause: reason })
  expect(await failureOf(client.sessions.get(get, { signal: controller.signal }))).toMatchObject({
    slug: 'aborted',
    cause: reason,
  })
  expect(service.received).toHaveLength(1)
})

test('ends after its time-out', async () => {
  await using service = await serve((app) => app.get('*', () => new Promise<Response>(() => {})))
  const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret' })

  const error = await failureOf(client.sessions.get(get, { timeoutMs: 50 }))

  expect(error).toMatchObject({
    slug: 'timeout',
    message: 'GET /tool_router/session/{session_id}: no answer within 50 ms',
  })
  expect(service.received).toHaveLength(1)
})

test('names the address when nobody answers there', async () => {
  const baseUrl = await serve(() => {}).then(async (service) => {
    await service[Symbol.asyncDispose]()
    return service.url
  })
  const client = createClient({ baseUrl, apiKey: 'pbk_secret', retries: 0 })

  const error = await failureOf(client.sessions.get(get))

  expect(error).toMatchObject({ slug: 'network', cause: expect.any(Error) })
  expect(error.message).toContain(baseUrl)
  expect(error.suggestedFix).toContain('plugboard dev')
})

test('never shows a key in an error', async () => {
  const key = 'pbk_0123456789secret'
  await using service = await serve((app) => {
    app.get('/api/v3/tool_router/session/trs_echo', (context) =>
      context.json(
        envelope('unauthorized', 401, {
          message: `no such key ${key}`,
          suggested_fix: `not ${key}`,
          errors: [key],
        }),
        401,
      ),
    )
    app.get('/api/v3/tool_router/session/trs_html', (context) => context.html(`<p>${key}</p>`, 500))
  })
  const client = createClient({ baseUrl: service.url, apiKey: key, retries: 0 })
  const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: key, retries: 0 })

  const errors = await Promise.all([
    failureOf(client.sessions.get({ params: { session_id: 'trs_echo' } })),
    failureOf(client.sessions.get({ params: { session_id: 'trs_html' } })),
    failureOf(client.sessions.get(get, { signal: AbortSignal.abort() })),
    failureOf(unreachable.sessions.get(get)),
    failureOf(
      Promise.resolve().then(() => createClient({ baseUrl: service.url, apiKey: `${key}\n` })),
    ),
    failureOf(
      Promise.resolve().then(() =>
        createClient({ baseUrl: `http://user:${key}@127.0.0.1`, apiKey: key }),
      ),
    ),
  ])

  expect(errors.map((error) => error.slug)).toEqual([
    'unauthorized',
    'unexpected_answer',
    'aborted',
    'network',
    'misconfigured',
    'misconfigured',
  ])
  for (const error of errors)
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(key)
})

test.each(['/api/v3', '/prefix/api/v3/'])('an address that ends with %s is refused', (path) => {
  expect(() =>
    createClient({ baseUrl: `http://127.0.0.1:8787${path}`, apiKey: 'pbk_secret' }),
  ).toThrow(
    expect.objectContaining({
      slug: 'misconfigured',
      message: expect.stringContaining('ends with /api/v3'),
      suggestedFix: `Pass http://127.0.0.1:8787${path.replace(/\/api\/v3\/?$/, '')}`,
    }),
  )
})

test('Infinity, and what is longer than timers of JavaScript, is no time limit', async () => {
  await using service = await serve((app) => app.get('*', (context) => context.json(sessionRecord)))
  for (const timeoutMs of [Number.POSITIVE_INFINITY, 2 ** 40, 60_000.5]) {
    const client = createClient({ baseUrl: service.url, apiKey: 'pbk_secret', timeoutMs })
    expect(await client.sessions.get(get)).toMatchObject({ session_id: 'trs_1' })
  }
})
