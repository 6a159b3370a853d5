import { createConnection } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorEnvelope } from '../../../src/contract/errors.ts'
import { verifies } from '../../requirements.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const expectError = (
  answer: Awaited<ReturnType<TestService['request']>>,
  status: number,
  slug: string,
) => {
  expect(answer.status).toBe(status)
  const { error } = errorEnvelope.parse(answer.body)
  expect(error).toMatchObject({ slug, status })
  expect(error.suggested_fix).toBeTruthy()
  expect(error.request_id).toBe(answer.headers.get('x-request-id'))
  return error
}

describe('every error is the envelope', () => {
  it('for a path that does not exist', async () => {
    verifies(
      'conventions.envelope',
      'conventions.envelope.every-path',
      'conventions.envelope.request-id',
      'conventions.envelope.suggested-fix',
    )
    expectError(await service.request('GET', '/api/v3/nothing'), 404, 'not_found')
  })

  it('for a method that a path does not have', async () => {
    verifies('conventions.envelope.every-method')
    const error = expectError(
      await service.request('PUT', '/api/v3/tools'),
      404,
      'method_not_allowed',
    )
    expect(error.suggested_fix).toContain('It supports GET, HEAD, OPTIONS;')
  })

  it('for a path outside the interface', async () => {
    verifies('conventions.envelope.every-path')
    expectError(await service.request('GET', '/'), 404, 'not_found')
    expectError(await service.request('GET', '/files/unknown'), 404, 'not_found')
  })

  it('for a missing and for a wrong key, before the body is looked at', async () => {
    const missing = await fetch(`${service.url}/api/v3/tool_router/session`, {
      method: 'POST',
      body: '{not json',
    })
    expect(missing.status).toBe(401)
    expectError(
      await service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: 5 },
        headers: { 'x-api-key': 'pbk_wrong' },
      }),
      401,
      'unauthorized',
    )
    expectError(
      await service.request('GET', '/api/v3/tools', {
        headers: { 'x-api-key': service.orgApiKey },
      }),
      401,
      'unauthorized',
    )
    expectError(
      await service.request('POST', '/api/v3/org/owner/project/new', {
        body: { name: 'Side project' },
      }),
      401,
      'unauthorized',
    )
  })

  it('for a body that is not JSON', async () => {
    verifies('conventions.invalid-input')
    const answer = await fetch(`${service.url}/api/v3/tool_router/session`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: '{"user_id": ',
    })
    expectError(
      { status: answer.status, headers: answer.headers, body: await answer.json() },
      400,
      'invalid_request',
    )
  })

  it('for a body of another media type', async () => {
    verifies('conventions.transport-failures')
    const answer = await fetch(`${service.url}/api/v3/tool_router/session`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'text/plain' },
      body: '{"user_id": "ada"}',
    })
    expectError(
      { status: answer.status, headers: answer.headers, body: await answer.json() },
      400,
      'invalid_request',
    )
  })

  it('for a body that is too large, with and without a length', async () => {
    verifies('conventions.transport-failures')
    const text = JSON.stringify({ user_id: 'x'.repeat(5 * 1024 * 1024) })
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const counted = await fetch(`${service.url}/api/v3/tool_router/session`, {
      method: 'POST',
      headers,
      body: text,
    })
    expectError(
      { status: counted.status, headers: counted.headers, body: await counted.json() },
      400,
      'invalid_request',
    )
    const stream = new Blob([text]).stream()
    const chunked = await fetch(`${service.url}/api/v3/tool_router/session`, {
      method: 'POST',
      headers,
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expectError(
      { status: chunked.status, headers: chunked.headers, body: await chunked.json() },
      400,
      'invalid_request',
    )
  })

  it('for a body that is nested too deep', async () => {
    verifies('conventions.invalid-input')
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const answer = await fetch(`${service.url}/api/v3/tool_router/session`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: `{"user_id": "ada", "x": ${deep}}`,
    })
    expectError(
      { status: answer.status, headers: answer.headers, body: await answer.json() },
      400,
      'invalid_request',
    )
  })

  it('and lists each issue with its path', async () => {
    verifies('conventions.envelope.errors', 'conventions.invalid-input')
    const error = expectError(
      await service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: '', tags: ['nonsense'] },
      }),
      400,
      'invalid_request',
    )
    expect(error.errors?.some((issue) => issue.startsWith('body.user_id: '))).toBe(true)
    expect(error.errors?.some((issue) => issue.startsWith('body.tags'))).toBe(true)
  })

  it('for a cursor that no page gave', async () => {
    verifies('conventions.cursor', 'conventions.page.limit')
    expectError(
      await service.request('GET', '/api/v3/tools?cursor=bm90IGEgY3Vyc29y'),
      400,
      'invalid_request',
    )
    expectError(await service.request('GET', '/api/v3/tools?limit=1001'), 400, 'invalid_request')
  })
})

describe('the door', () => {
  it('says that it lives and that it is ready', async () => {
    verifies('conventions.health')
    expect(await service.request('GET', '/healthz')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await service.request('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    })
  })

  it('takes a user key like a project key', async () => {
    expect(
      (
        await service.request('GET', '/api/v3/toolkits', {
          headers: { 'x-user-api-key': service.userApiKey },
        })
      ).status,
    ).toBe(200)
  })

  it('ignores a body that comes with GET', async () => {
    verifies('conventions.get-body')
    const status = await new Promise<string>((resolve) => {
      const socket = createConnection(
        { host: '127.0.0.1', port: Number(new URL(service.url).port) },
        () =>
          socket.write(
            `GET /api/v3/toolkits HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}`,
          ),
      )
      let text = ''
      socket
        .on('data', (chunk) => (text += chunk.toString('utf8')))
        .on('close', () => resolve(text.split('\r\n')[0] ?? ''))
    })
    expect(status).toBe('HTTP/1.1 200 OK')
  })

  it('reads lists in a query in every usual form', async () => {
    verifies('conventions.query.lists', 'conventions.query.maps')
    for (const query of [
      'toolkit_slug=a,b',
      'toolkit_slug=a&toolkit_slug=b',
      'toolkit_slug[]=a&toolkit_slug[]=b',
      'toolkit_versions[a]=20260101_00',
      'toolkit_versions=latest',
    ]) {
      expect((await service.request('GET', `/api/v3/tools?${query}`)).status).toBe(200)
    }
  })
})
