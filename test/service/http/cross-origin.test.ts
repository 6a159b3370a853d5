import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/service/config/config.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'

const origin = 'https://app.example.com'
let service: TestService
let session: string

beforeAll(async () => {
  service = await startService({
    keep: true,
    corsOrigins: [origin, 'http://localhost:3000'],
    rateLimitPerMinute: 1000,
  })
  session = (await service.client.sessions.create({ body: { user_id: 'ada' } })).session_id
})
afterAll(() => service.close())

const message = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'page', version: '1' },
  },
}

const ask = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  fetch(service.url + path, {
    method,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const preflight = (path: string, from: string) =>
  ask('OPTIONS', path, {
    origin: from,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-api-key,idempotency-key,mcp-protocol-version',
  })

describe('a page of an origin that the operator lists', () => {
  it('is let in by the preflight, to REST and to MCP', async () => {
    verifies('conventions.cross-origin')
    for (const path of [
      '/api/v3/tool_router/session',
      '/api/v3/unknown',
      `/mcp/sessions/${session}`,
    ]) {
      const answer = await preflight(path, origin)
      expect([path, answer.status]).toEqual([path, 204])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET,HEAD,POST,PATCH,DELETE',
        'access-control-allow-headers':
          'content-type,x-api-key,idempotency-key,mcp-protocol-version',
        'access-control-max-age': '7200',
      })
      expect(answer.headers.get('vary')).toContain('Origin')
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  it('reads answers, errors, and what they say of themselves', async () => {
    verifies('conventions.cross-origin')
    const key = { 'x-api-key': service.apiKey, origin }
    const answers = [
      await ask('GET', '/api/v3/toolkits', key),
      await ask('GET', '/api/v3/toolkits', {
        origin: 'http://localhost:3000',
        'x-api-key': 'wrong',
      }),
      await ask('POST', '/api/v3/tool_router/session', { origin }, {}),
      await ask('GET', '/api/v3/nowhere', key),
      await ask('POST', `/mcp/sessions/${session}`, { origin }, message),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 404, 401])
    for (const answer of answers) {
      expect([origin, 'http://localhost:3000']).toContain(
        answer.headers.get('access-control-allow-origin'),
      )
      expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(
        expect.arrayContaining([
          'x-request-id',
          'ratelimit',
          'etag',
          'mcp-session-id',
          'www-authenticate',
        ]),
      )
      expect(answer.headers.get('vary')).toContain('Origin')
      expect(answer.headers.has('x-request-id')).toBe(true)
    }
    const { headers } = answers[0] ?? expect.fail()
    const again = await ask('GET', '/api/v3/toolkits', {
      ...key,
      'if-none-match': headers.get('etag') ?? '',
    })
    expect([
      again.status,
      again.headers.get('access-control-allow-origin'),
      again.headers.has('ratelimit'),
    ]).toEqual([304, origin, true])
  })

  it('uploads a file to the address that was signed for it', async () => {
    verifies('conventions.cross-origin', 'files.granted')
    const toolkit = { slug: 'drive', source: { openapi: openNotesApi('https://api.example.com') } }
    await importToolkit(service, toolkit)
    const bytes = Buffer.from('a photo')
    const { new_presigned_url } = await service.client.files.requestUpload({
      body: {
        toolkit_slug: 'drive',
        tool_slug: 'DRIVE_GET_NOTE',
        filename: 'photo.png',
        mimetype: 'image/png',
        md5: createHash('md5').update(bytes).digest('hex'),
      },
    })
    const path = new URL(new_presigned_url).pathname
    const asked = await ask('OPTIONS', path, {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    })
    expect([asked.status, Object.fromEntries(asked.headers)]).toMatchObject([
      204,
      {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type',
      },
    ])
    const put = (from: string) =>
      fetch(new_presigned_url, {
        method: 'PUT',
        headers: { origin: from, 'content-type': 'image/png' },
        body: bytes,
      })
    const { status, headers } = await put(origin)
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(headers.get('access-control-expose-headers')).toContain('etag')
    const other = (await put('https://evil.example.com')).headers
    expect(other.has('access-control-allow-origin')).toBe(false)
  })

  it('speaks MCP', async () => {
    verifies('conventions.cross-origin', 'mcp-protocol.origin')
    const answer = await ask(
      'POST',
      `/mcp/sessions/${session}`,
      { origin, 'x-api-key': service.apiKey },
      message,
    )
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      origin,
    ])
    expect(await answer.text()).toContain('serverInfo')
    const stream = await ask(
      'POST',
      `/mcp/sessions/${session}`,
      { origin: 'http://localhost:3000', 'x-api-key': service.apiKey },
      message,
    )
    expect([stream.status, stream.headers.has('content-encoding')]).toEqual([200, false])
    await stream.body?.cancel()
  })
})

describe('a page of any other origin', () => {
  it.each([
    'https://evil.example.com',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'https://app.example.com:444',
    'null',
    '',
  ])('"%s" is not let in', async (from) => {
    verifies('conventions.cross-origin')
    const answers = [
      await preflight('/api/v3/toolkits', from),
      await ask('GET', '/api/v3/toolkits', { origin: from, 'x-api-key': service.apiKey }),
      await preflight(`/mcp/sessions/${session}`, from),
    ]
    for (const { headers } of answers) {
      expect(headers.has('access-control-allow-origin')).toBe(false)
      expect(headers.get('vary')).toContain('Origin')
    }
    expect(
      (
        await ask(
          'POST',
          `/mcp/sessions/${session}`,
          { origin: from, 'x-api-key': service.apiKey },
          message,
        )
      ).status,
    ).toBe(403)
  })

  it('hears nothing where nothing is listed', async () => {
    verifies('conventions.cross-origin')
    const { url, apiKey } = await startService()
    for (const answer of [
      await fetch(`${url}/api/v3/toolkits`, { headers: { origin, 'x-api-key': apiKey } }),
      await fetch(`${url}/api/v3/toolkits`, { method: 'OPTIONS', headers: { origin } }),
    ]) {
      expect(
        [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
      ).toEqual([])
    }
  })
})

describe('PLUGBOARD_CORS_ORIGINS', () => {
  const read = (text: string) =>
    readConfig({ PLUGBOARD_ROOT_KEYS: '1:x', PLUGBOARD_CORS_ORIGINS: text }).corsOrigins

  it('is a list of origins', () => {
    verifies('conventions.cross-origin.setting')
    expect(read('')).toEqual([])
    expect(read(` ${origin}, http://localhost:3000 ,http://[::1]:8080,${origin}`)).toEqual([
      origin,
      'http://localhost:3000',
      'http://[::1]:8080',
    ])
  })

  it.each([
    ['*', 'list each origin'],
    ['https://*.example.com', 'list each origin'],
    ['app.example.com', 'not an http(s) origin'],
    ['localhost:3000', 'not an http(s) origin'],
    ['null', 'not an http(s) origin'],
    ['ftp://app.example.com', 'not an http(s) origin'],
    ['https://app.example.com/', 'as https://app.example.com'],
    ['https://app.example.com/path', 'as https://app.example.com'],
    ['https://App.example.com:443', 'as https://app.example.com'],
    [`${origin},https://user@app.example.com`, 'as https://app.example.com'],
  ])('"%s" keeps the service from starting', (text, reason) => {
    verifies('conventions.cross-origin.setting')
    expect(() => read(text)).toThrow(/^PLUGBOARD_CORS_ORIGINS contains/)
    expect(() => read(text)).toThrow(reason)
  })
})
