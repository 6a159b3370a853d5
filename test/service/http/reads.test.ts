import { once } from 'node:events'
import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import { basePath, type Endpoint } from '../../../src/contract/endpoint.ts'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startService({ keep: true, rateLimitPerMinute: 1000 })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi('https://notes.example.com') },
  })
})
afterAll(() => service.close())

/** By a client that decodes nothing. */
const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const outgoing = request(service.url + path, {
    method,
    headers: { 'x-api-key': service.apiKey, ...headers },
  }).end()
  const [response] = await once(outgoing, 'response')
  return {
    status: response.statusCode as number,
    headers: response.headers as Record<string, string | undefined>,
    bytes: Buffer.concat(await response.toArray()),
  }
}

const document = '/api/v3/openapi.json'

describe('a path', () => {
  it('says its methods', async () => {
    verifies('conventions.methods', 'conventions.envelope.every-method')
    for (const [path, allow] of [
      ['/api/v3/toolkits', 'GET, HEAD, OPTIONS'],
      ['/api/v3/tool_router/session', 'GET, HEAD, POST, OPTIONS'],
      ['/api/v3/auth_configs/ac_x', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
      ['/healthz', 'GET, HEAD, OPTIONS'],
      ['/mcp/sessions/trs_x', 'POST, OPTIONS'],
    ] as const) {
      const options = await get(path, {}, 'OPTIONS')
      expect([options.status, options.headers['allow'], options.bytes.byteLength]).toEqual([
        204,
        allow,
        0,
      ])
      const other = await get(path, {}, 'PUT')
      expect([other.status, other.headers['allow']]).toEqual([
        path.startsWith('/mcp') ? 405 : 404,
        allow,
      ])
    }
    const unknown = await get('/api/v3/nowhere', {}, 'OPTIONS')
    expect([unknown.status, unknown.headers['allow']]).toEqual([404, undefined])
  })

  it('is the same with a slash at its end', async () => {
    verifies('conventions.trailing-slash')
    const { status, body } = await service.request('POST', '/api/v3/tool_router/session/', {
      body: { user_id: 'ada' },
    })
    expect(status).toBe(201)
    const session = body.session_id as string
    expect(
      (await service.request('GET', `/api/v3/tool_router/session/${session}/`)).body,
    ).toMatchObject({ session_id: session })
    expect(
      (await service.request('GET', '/api/v3/toolkits/?search=notes')).body.items,
    ).toHaveLength(1)
    expect(
      (await get(`/mcp/sessions/${session}/`, { host: 'evil.example.com' }, 'POST')).status,
    ).toBe(403)
    expect(
      (await service.request('DELETE', `/api/v3/tool_router/session/${session}/`)).status,
    ).toBe(200)
    expect((await service.request('GET', '/api/v3/toolkits//')).status).toBe(404)
  })

  it('keeps a slash that belongs to an id', async () => {
    verifies('conventions.trailing-slash')
    expect((await service.request('GET', '/api/v3/toolkits/notes%2F')).status).toBe(400)
    expect((await service.request('GET', '/api/v3/toolkits/notes/')).status).toBe(200)
  })
})

describe('a read that may be cached', () => {
  const cacheable = Object.values(contract)
    .flatMap((group) => Object.values<Endpoint>(group))
    .filter((endpoint) => endpoint.cacheable)

  it('is answered by 304 while nothing changed', async () => {
    verifies('conventions.revalidation')
    expect(cacheable.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/openapi.json',
        '/tools',
        '/tools/{tool_slug}',
        '/toolkits',
        '/toolkits/{slug}',
      ]),
    )
    const { version } = (await service.request('GET', '/api/v3/toolkits/notes')).body.meta ?? {}
    for (const path of [
      document,
      '/api/v3/toolkits',
      '/api/v3/toolkits/notes',
      '/api/v3/tools?toolkit_slug=notes',
      `/api/v3/tools/NOTES_GET_NOTE?version=${version ?? 'latest'}`,
      '/api/v3/triggers_types',
    ]) {
      const first = await get(path)
      const { etag = '', vary, 'cache-control': control } = first.headers
      expect([path, first.status, etag]).toEqual([
        path,
        200,
        expect.stringMatching(/^"[0-9a-f]{40}"$/),
      ])
      expect(control).toBe(path === document ? 'public, no-cache' : 'private, no-cache')
      if (path !== document) expect(vary).toContain('x-api-key')
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': known })
        expect([
          again.status,
          again.bytes.byteLength,
          again.headers['etag'],
          again.headers['cache-control'],
        ]).toEqual([304, 0, etag, control])
        expect(again.headers['x-request-id']).toMatch(/^req_/)
        expect(again.headers['content-type']).toBeUndefined()
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
      expect((await get(path, { 'if-none-match': etag }, 'HEAD')).status).toBe(304)
    }
  })

  it('is answered anew once something changed, and never past the key', async () => {
    verifies('conventions.revalidation')
    const path = '/api/v3/toolkits/notes'
    const { etag = '' } = (await get(path)).headers
    expect((await get(path, { 'if-none-match': etag, 'x-api-key': 'pbk_wrong' })).status).toBe(401)
    await importToolkit(service, {
      slug: 'notes',
      name: 'Other notes',
      source: { openapi: notesApi('https://notes.example.com') },
    })
    const changed = await get(path, { 'if-none-match': etag })
    expect([changed.status, changed.headers['etag'] === etag]).toEqual([200, false])
    expect((await get('/api/v3/tools/NOTES_NOTHING', { 'if-none-match': '*' })).status).toBe(404)
  })

  it('is described with its header and its 304', async () => {
    verifies('conventions.revalidation')
    const { paths } = JSON.parse((await get(document)).bytes.toString())
    for (const { path } of cacheable) {
      const { get: operation } = paths[basePath + path]
      expect(operation.parameters.map(({ name }: { name: string }) => name)).toContain(
        'If-None-Match',
      )
      expect(operation.responses).toHaveProperty('304.headers.etag')
    }
    expect(paths[`${basePath}/logs/tool_executions`].get.responses).not.toHaveProperty('304')
  })

  it('is not every read', async () => {
    verifies('conventions.revalidation')
    expect((await get('/api/v3/logs/tool_executions')).headers['etag']).toBeUndefined()
  })
})

describe('large JSON', () => {
  it('is gzipped for those who take it', async () => {
    verifies('conventions.compression')
    const plain = await get(document)
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const accept of ['gzip', 'br, gzip;q=0.5', '*', 'GZIP']) {
      const zipped = await get(document, { 'accept-encoding': accept })
      expect([
        accept,
        zipped.headers['content-encoding'],
        zipped.headers['content-length'],
      ]).toEqual([accept, 'gzip', undefined])
      expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
      expect(zipped.bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 5)
      expect(zipped.headers['etag']).toBe(`W/${plain.headers['etag']}`)
    }
    for (const accept of ['', 'identity', 'br', 'gzip;q=0'])
      expect(
        (await get(document, { 'accept-encoding': accept })).headers['content-encoding'],
      ).toBeUndefined()
    expect(plain.headers['vary']).toContain('Accept-Encoding')
    expect((await get(document, { 'accept-encoding': 'gzip' }, 'HEAD')).status).toBe(200)
  })

  it('alone is: no small answer, error, stream or page', async () => {
    verifies('conventions.compression')
    for (const path of [
      '/api/v3/toolkits?search=none',
      '/api/v3/nowhere',
      '/docs',
      '/docs/swagger-ui.css',
    ]) {
      const answer = await get(path, { 'accept-encoding': 'gzip' })
      expect([path, answer.headers['content-encoding']]).toEqual([path, undefined])
    }
    const outgoing = request(`${service.url}/api/v3/trigger_instances/events`, {
      headers: { 'x-api-key': service.apiKey, 'accept-encoding': 'gzip' },
    }).end()
    const [stream] = await once(outgoing, 'response')
    expect([stream.headers['content-type'], stream.headers['content-encoding']]).toEqual([
      'text/event-stream; charset=utf-8',
      undefined,
    ])
    outgoing.destroy()
  })
})
