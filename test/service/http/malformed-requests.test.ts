import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorEnvelope } from '../../../src/contract/errors.ts'
import { verifies } from '../../requirements.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { sendRaw } from './send-raw.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const send = (start: string, headers: string[] = ['host: localhost']) =>
  sendRaw(
    service.url,
    [
      `${start} HTTP/1.1`,
      ...headers,
      `x-api-key: ${service.apiKey}`,
      'connection: close',
      '',
      '',
    ].join('\r\n'),
  )

const expectEnvelope = (
  { status, headers, text }: Awaited<ReturnType<typeof sendRaw>>,
  expected: number,
) => {
  expect(status, text).toBe(expected)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  const { error } = errorEnvelope.parse(JSON.parse(text))
  expect(error.status).toBe(expected)
  expect(error.suggested_fix).toBeTruthy()
  expect(error.request_id).toBe(headers.get('x-request-id'))
  return error
}

describe('a request that no client should send gets the envelope', () => {
  it('when it is no HTTP', async () => {
    verifies('conventions.envelope.every-path')
    expectEnvelope(await sendRaw(service.url, 'hello\r\n\r\n'), 400)
    expectEnvelope(
      await sendRaw(service.url, Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])),
      400,
    )
    expectEnvelope(
      await sendRaw(service.url, 'FROBNICATE /api/v3/tools HTTP/1.1\r\nhost: x\r\n\r\n'),
      400,
    )
  })

  it.each(['PUT', 'PROPFIND', 'TRACE', 'QUERY', 'DELETE'])(
    'when its method is %s',
    async (method) => {
      verifies('conventions.envelope.every-method')
      for (const path of [
        '/api/v3/tools',
        '/api/v3/nothing',
        '/api/v3/tool_router/session/trs_1/search',
        '/',
        '/files/x',
      ])
        expectEnvelope(await send(`${method} ${path}`), 404)
    },
  )

  it('when it is CONNECT', async () => {
    verifies('conventions.envelope.every-method')
    expectEnvelope(await send('CONNECT example.com:443', ['host: example.com:443']), 404)
  })

  it('when its address is too long', async () => {
    verifies('conventions.transport-failures')
    expectEnvelope(await send(`GET /api/v3/tools/${'x'.repeat(20_000)}`), 400)
    expectEnvelope(
      await send('GET /api/v3/tools', ['host: localhost', `x-long: ${'x'.repeat(20_000)}`]),
      400,
    )
    expectEnvelope(await send(`GET /api/v3/tools/${'x'.repeat(10_000)}`), 400)
  })

  it('when its address is badly encoded', async () => {
    verifies('conventions.transport-failures')
    for (const path of [
      'tools/%',
      'tools/%E0%A4%A',
      'tools/%ff',
      'toolkits/%2e%2e%2f',
      'tools/a%20b',
    ]) {
      const answer = await send(`GET /api/v3/${path}`)
      expect([400, 404], path).toContain(answer.status)
      expectEnvelope(answer, answer.status)
    }
    expect((await send('GET /api/v3/toolkits?search=%E0%A4%A&x=%')).status).toBe(200)
  })

  it('when its Host header cannot be used', async () => {
    verifies('conventions.transport-failures')
    expectEnvelope(await send('GET /api/v3/toolkits', []), 400)
    expectEnvelope(await send('GET /api/v3/toolkits', ['host: a b']), 400)
    expectEnvelope(await send('GET /api/v3/toolkits', ['host: localhost/x?y']), 400)
    expectEnvelope(await send('GET api/v3/toolkits'), 400)
  })

  it('and one with an expectation that is not met is answered as without it', async () => {
    expect(
      (await send('GET /api/v3/toolkits', ['host: localhost', 'expect: miracles'])).status,
    ).toBe(200)
  })
})

describe('HEAD', () => {
  it('is answered as GET, without the body', async () => {
    verifies('conventions.envelope.every-method')
    const found = await send('HEAD /api/v3/toolkits')
    const unknown = await send('HEAD /api/v3/nothing')
    const other = await send('HEAD /api/v3/toolkits/multi')
    expect([found, unknown, other].map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [404, ''],
      [404, ''],
    ])
    for (const { headers } of [found, unknown, other])
      expect(headers.get('content-type')).toMatch(/^application\/json/)
  })
})

describe('text that no database stores', () => {
  it('is refused in a path, naming the parameter', async () => {
    verifies('conventions.unstorable-text')
    const { error } = (await service.request('GET', '/api/v3/tools/a%00b')).body
    expect(error).toMatchObject({
      status: 400,
      errors: ['path.tool_slug: must not contain U+0000 or half of a surrogate pair'],
    })
    for (const path of [
      'connected_accounts/ca_%00',
      'auth_configs/ac_%00',
      'toolkits/%00',
      'tool_router/session/trs_%00/tools',
      'logs/tool_executions/log_%00',
      'triggers_types/%00',
    ]) {
      const { status, body } = await service.request('GET', `/api/v3/${path}`)
      expect([400, 404], path).toContain(status)
      expect(errorEnvelope.parse(body).error.errors?.[0], path).toContain('U+0000')
    }
  })

  it('is refused in a query, in names, values, lists and maps', async () => {
    verifies('conventions.unstorable-text')
    const issuesOf = async (query: string) =>
      (await service.request('GET', `/api/v3/tools?${query}`)).body.error?.errors
    expect(await issuesOf('search=a%00')).toEqual([expect.stringMatching(/^query\.search: /)])
    expect(await issuesOf('tool_slugs=a&tool_slugs=%00')).toEqual([
      expect.stringMatching(/^query\.tool_slugs\.1: /),
    ])
    expect(await issuesOf('toolkit_versions[a]=%00')).toEqual([
      expect.stringMatching(/^query\.toolkit_versions\.a: /),
    ])
    expect(await issuesOf('a%00=1')).toEqual([expect.stringMatching(/^query\.a: /)])
  })

  it('is refused in a body, in names and values at any depth', async () => {
    verifies('conventions.unstorable-text')
    const create = async (body: string) => {
      const answer = await fetch(`${service.url}/api/v3/tool_router/session`, {
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
        body,
      })
      return {
        status: answer.status,
        errors: ((await answer.json()) as { error?: { errors?: string[] } }).error?.errors,
      }
    }
    expect(await create(String.raw`{"user_id": "a\u0000"}`)).toEqual({
      status: 400,
      errors: [expect.stringMatching(/^body\.user_id: /)],
    })
    expect(await create(String.raw`{"user_id": "\ud800"}`)).toEqual({
      status: 400,
      errors: [expect.stringMatching(/^body\.user_id: /)],
    })
    expect(
      await create(String.raw`{"user_id": "ada", "x": [{"y": "\uDC00"}, {"\u0000z": 1}]}`),
    ).toEqual({
      status: 400,
      errors: [
        expect.stringMatching(/^body\.x\.0\.y: /),
        expect.stringMatching(/^body\.x\.1\.z: /),
      ],
    })
    expect((await create(String.raw`{"user_id": "\ud83d\ude00 \\u0000"}`)).status).toBe(201)
  })
})
