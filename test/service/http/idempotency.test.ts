import { describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import {
  engine,
  startService,
  type StartOptions,
  type TestService,
} from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { createSharedPlace } from './shared-place.ts'

const path = '/api/v3/tools/execute/NOTES_CREATE_NOTE'

/** A third party that counts what it makes, and waits before it answers `{"text": "slow"}`. */
const startNotes = async (options: StartOptions = {}) => {
  const gate = Promise.withResolvers<void>()
  const upstream = await startUpstream(async (request, response) => {
    if (request.body.includes('slow')) await gate.promise
    json(response, 201, { number: upstream.received.length })
  })
  const service = await startService({ egressAllow: [upstream.host], ...options })
  await importToolkit(service, { slug: 'notes', source: { openapi: openNotesApi(upstream.url) } })
  return { service, upstream, finish: () => gate.resolve() }
}

const execute = (
  service: TestService,
  key: string | undefined,
  text = 'milk',
  headers: Record<string, string> = {},
) =>
  service.request('POST', path, {
    body: { arguments: { text }, user_id: 'ada' },
    headers: {
      'x-api-key': service.apiKey,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...headers,
    },
  })

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('a request with an Idempotency-Key', () => {
  it('is carried out once: its repetition gets the first answer again', async () => {
    verifies('idempotency.replay', 'idempotency.replay.header')
    const { service, upstream } = await startNotes()
    const first = await execute(service, 'key-1')
    const second = await execute(service, 'key-1')

    expect(first).toMatchObject({ status: 200, body: { data: { number: 1 }, successful: true } })
    expect(second).toMatchObject({ status: 200, body: first.body })
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([
      null,
      'true',
    ])
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(upstream.received).toHaveLength(1)

    await execute(service, undefined)
    await execute(service, undefined)
    expect(upstream.received).toHaveLength(3)
  })

  it('is the same request whatever the order of its fields', async () => {
    verifies('idempotency.same-request')
    const { service, upstream } = await startNotes()
    const headers = { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' }
    await service.request('POST', path, {
      body: { user_id: 'ada', arguments: { text: 'a', pinned: true } },
      headers,
    })
    const again = await service.request('POST', path, {
      body: { arguments: { pinned: true, text: 'a' }, user_id: 'ada' },
      headers,
    })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(upstream.received).toHaveLength(1)
  })

  it('is refused when the key stands for another request', async () => {
    verifies('idempotency.other-request')
    const { service, upstream } = await startNotes()
    await execute(service, 'key-1')
    const other = await execute(service, 'key-1', 'bread')
    expect(other).toMatchObject({
      status: 400,
      body: {
        error: {
          slug: 'invalid_request',
          errors: [expect.stringContaining('header.idempotency-key')],
        },
      },
    })
    expect(upstream.received).toHaveLength(1)
  })

  it('has a key of 1 to 255 characters', async () => {
    verifies('idempotency.key-length')
    const { service } = await startNotes()
    expect((await execute(service, 'x'.repeat(255))).status).toBe(200)
    for (const key of ['', 'x'.repeat(256)]) {
      expect(await execute(service, key)).toMatchObject({
        status: 400,
        body: { error: { errors: [expect.stringContaining('1 to 255')] } },
      })
    }
  })

  it('is told apart by project and operation, and not by who asks for the project', async () => {
    verifies('idempotency.scope')
    const { service, upstream } = await startNotes()
    const other = await service.client.projects.create({
      body: { name: 'Other project', should_create_api_key: true },
    })
    await execute(service, 'key-1')
    expect(
      (
        await execute(service, 'key-1', 'milk', {
          'x-api-key': '',
          'x-user-api-key': service.userApiKey,
        })
      ).headers.get('idempotent-replayed'),
    ).toBe('true')

    const elsewhere = await service.request('POST', '/api/v3/tool_router/session', {
      body: { user_id: 'ada' },
      headers: { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' },
    })
    expect([elsewhere.status, elsewhere.headers.get('idempotent-replayed')]).toEqual([201, null])
    const foreign = await service.request('POST', '/api/v3/tool_router/session', {
      body: { user_id: 'ada' },
      headers: { 'x-api-key': other.api_key ?? '', 'idempotency-key': 'key-1' },
    })
    expect([foreign.status, foreign.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(foreign.body.session_id).not.toBe(elsewhere.body.session_id)
    expect(upstream.received).toHaveLength(1)
  })

  it('may be corrected after it was not valid, since nothing was carried out', async () => {
    verifies('idempotency.invalid-request')
    const { service } = await startNotes()
    const headers = { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' }
    expect(
      (await service.request('POST', path, { body: { arguments: 'milk' }, headers })).status,
    ).toBe(400)
    expect((await execute(service, 'key-1')).status).toBe(200)
  })

  it('gets a refusal again too, under its own request id', async () => {
    verifies('idempotency.replay.errors')
    const { service } = await startNotes()
    const send = () =>
      service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: 'ada', toolkits: ['nothing'] },
        headers: { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' },
      })
    const [first, second] = [await send(), await send()]
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second).toMatchObject({
      status: 400,
      body: { error: { ...first.body.error, request_id: second.headers.get('x-request-id') } },
    })
  })

  it('counts for the organization where an organization asks, and its answer is encrypted as well', async () => {
    verifies('idempotency.scope.organization', 'idempotency.stored-encrypted')
    const place = await createSharedPlace()
    const service = await startService({ database: place.database })
    const send = () =>
      service.request('POST', '/api/v3/org/owner/project/new', {
        body: { name: 'Canary project', should_create_api_key: true },
        headers: { 'x-org-api-key': service.orgApiKey, 'idempotency-key': 'key-1' },
      })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(200)
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])

    const stored = JSON.stringify(await place.rows('once'))
    expect(stored).toContain('sealed')
    for (const secret of [first.body.api_key, first.body.id, 'Canary', 'key-1'])
      expect(stored).not.toContain(secret)
  })

  it('is answered for 24 hours, and then is a new request', async () => {
    verifies('idempotency.24-hours')
    let now = Date.now()
    const { service, upstream } = await startNotes({ clock: { now: () => new Date(now) } })
    await execute(service, 'key-1')
    now += 24 * 60 * 60 * 1000 - 60_000
    expect((await execute(service, 'key-1')).headers.get('idempotent-replayed')).toBe('true')
    now += 120_000
    expect((await execute(service, 'key-1')).headers.get('idempotent-replayed')).toBeNull()
    expect(upstream.received).toHaveLength(2)
  })

  it('of a project that stores no data is said to be done, and only a digest of its answer is kept', async () => {
    verifies('idempotency.dont-store-data')
    const place = await createSharedPlace()
    const { service, upstream } = await startNotes({ database: place.database })
    await service.client.projects.updateConfig({
      body: { log_visibility_setting: 'dont_store_data' },
    })
    const first = await execute(service, 'key-1', 'canary')
    const second = await execute(service, 'key-1', 'canary')

    expect(first).toMatchObject({ status: 200, body: { data: { number: 1 } } })
    expect(second).toMatchObject({
      status: 409,
      body: {
        error: {
          slug: 'conflict',
          message: expect.stringMatching(/already executed, with status 200.*not stored/),
        },
      },
    })
    expect(second.headers.get('retry-after')).toBeNull()
    expect(upstream.received).toHaveLength(1)
    const rows = await place.rows('once')
    expect(
      rows
        .map(({ outcome }) => JSON.parse(String(outcome)))
        .filter(({ sealed }) => sealed === undefined),
    ).toEqual([{ status: 200, digest: expect.any(String) }])
    for (const text of ['canary', first.body.log_id])
      expect(JSON.stringify(rows)).not.toContain(text)
  })
})

describe('while a request with an Idempotency-Key is running', () => {
  it('its repetition is told to ask again later, also when the first caller went away', async () => {
    verifies('idempotency.running')
    const { service, upstream, finish } = await startNotes()
    const leaving = new AbortController()
    const first = fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        'x-api-key': service.apiKey,
        'idempotency-key': 'key-1',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ arguments: { text: 'slow' }, user_id: 'ada' }),
      signal: leaving.signal,
    })
    await until(() => upstream.received.length === 1)
    leaving.abort()
    await expect(first).rejects.toThrow()

    const running = await execute(service, 'key-1', 'slow')
    expect(running).toMatchObject({
      status: 409,
      body: { error: { slug: 'conflict', message: expect.stringContaining('still running') } },
    })
    expect(Number(running.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)

    finish()
    let again = await execute(service, 'key-1', 'slow')
    while (again.status === 409) again = await execute(service, 'key-1', 'slow')
    expect(again).toMatchObject({ status: 200, body: { data: { number: 1 } } })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(upstream.received).toHaveLength(1)
  })

  it('and its node is not heard of any more, the outcome is unknown and it is not run again', async () => {
    verifies('idempotency.unknown-outcome')
    let now = Date.now()
    const { service, upstream, finish } = await startNotes({ clock: { now: () => new Date(now) } })
    const first = execute(service, 'key-1', 'slow')
    await until(() => upstream.received.length === 1)
    now += 31_000

    const unknown = await execute(service, 'key-1', 'slow')
    expect(unknown).toMatchObject({
      status: 409,
      body: { error: { slug: 'conflict', message: expect.stringContaining('outcome') } },
    })
    expect(unknown.headers.get('retry-after')).toBeNull()
    expect(upstream.received).toHaveLength(1)

    finish()
    expect((await first).status).toBe(200)
  })
})

describe.skipIf(engine === 'sqlite')('on two nodes', () => {
  it('20 equal requests at the same time are carried out once', async () => {
    verifies('idempotency.many-nodes')
    const { database } = await createSharedPlace()
    const { service, upstream } = await startNotes({ database })
    const other = {
      ...(await startService({ database, egressAllow: [upstream.host] })),
      apiKey: service.apiKey,
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => execute(index % 2 === 0 ? service : other, 'key-1')),
    )

    expect(upstream.received).toHaveLength(1)
    expect(
      answers.filter(
        ({ headers, status }) => status === 200 && headers.get('idempotent-replayed') === null,
      ),
    ).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect((await execute(other, 'key-1')).body).toEqual(
      answers.find(({ status }) => status === 200)?.body,
    )
  })

  it('what the node that ended was doing is unknown to the other', async () => {
    verifies('idempotency.unknown-outcome')
    const { database } = await createSharedPlace()
    const { service, upstream, finish } = await startNotes({ database })
    const later = { now: () => new Date(Date.now() + 31_000) }
    const other = {
      ...(await startService({ database, egressAllow: [upstream.host], clock: later })),
      apiKey: service.apiKey,
    }
    const first = execute(service, 'key-1', 'slow')
    await until(() => upstream.received.length === 1)

    expect(await execute(other, 'key-1', 'slow')).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('unknown') } },
    })
    expect(upstream.received).toHaveLength(1)
    finish()
    await first
  })
})

describe('20 equal requests at the same time', () => {
  it('make one session', async () => {
    verifies('idempotency.replay')
    const service = await startService()
    const headers = { 'x-api-key': service.apiKey, 'idempotency-key': 'key-1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.request('POST', '/api/v3/tool_router/session', {
          body: { user_id: 'ada' },
          headers,
        }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThanOrEqual(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(made.map(({ body }) => body.session_id)).size).toBe(1)
  })
})
