import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

let upstream: Upstream
let elsewhere: Upstream
let service: TestService
let authConfigId: string
let accountId: string

const secret = 'notes-secret-0123456789'

beforeAll(async () => {
  elsewhere = await startUpstream(
    (_request, response) => json(response, 200, { elsewhere: true }),
    { keep: true },
  )
  upstream = await startUpstream(
    (request, response) => {
      const path = request.url.split('?')[0]
      if (path === '/slow') return void setTimeout(() => json(response, 200, {}), 60_000).unref()
      if (path === '/huge')
        return void response
          .writeHead(200, { 'content-type': 'text/plain' })
          .end('x'.repeat(300_000))
      if (path === '/gone') return void response.destroy()
      if (path === '/redirect')
        return void response.writeHead(302, { location: `${elsewhere.url}/landing` }).end()
      if (path === '/inside')
        return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      if (path === '/teapot') return json(response, 418, { message: 'short and stout' })
      if (path === '/busy')
        return void response
          .writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' })
          .end('{}')
      if (path === '/empty' || request.method === 'HEAD')
        return void response.writeHead(204, { 'x-kind': 'none' }).end()
      if (path === '/list') return json(response, 200, [1, 2])
      if (path === '/picture')
        return void response
          .writeHead(200, { 'content-type': 'image/png' })
          .end(Buffer.from([137, 80, 78, 71]))
      return json(response, 200, {
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: request.body,
      })
    },
    { keep: true },
  )
  service = await startService({
    keep: true,
    egressAllow: [upstream.host, `tool+file@${elsewhere.host}`],
    toolTimeoutMs: 500,
    maximumResponseBytes: 200_000,
  })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi(`${upstream.url}/base`) },
  })
  const { auth_config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: 'notes' } },
  })
  authConfigId = auth_config.id
  accountId = await connect(authConfigId)
})
afterAll(async () => {
  await service.close()
  await upstream.close()
  await elsewhere.close()
})

const connect = async (
  authConfig: string,
  val: Record<string, unknown> = { generic_api_key: secret },
  userId = 'ada',
) => {
  const { auth_scheme: authScheme } = await service.client.authConfigs.get({
    params: { nanoid: authConfig },
  })
  return (
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfig },
        connection: { user_id: userId, state: { authScheme, val } },
      },
    })
  ).id
}

/** What the upstream received: an answer does not repeat the credential. */
const lastHeaders = () => upstream.received.at(-1)?.headers ?? {}

const send = (body: Record<string, unknown>) =>
  service.request('POST', '/api/v3/tools/execute/proxy', {
    body: { connected_account_id: accountId, method: 'GET', ...body },
  })

describe('a proxied request', () => {
  it('goes to the base URL of the account with its credential', async () => {
    verifies('proxy.sends', 'proxy.endpoint', 'proxy.answer', 'proxy.method')
    const answer = await send({ endpoint: '/me?x=1' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 200,
        data: { method: 'GET', url: '/base/me?x=1' },
        headers: { 'content-type': 'application/json' },
      },
    })
    expect(lastHeaders()['x-notes-key']).toBe(secret)
    expect((await send({ endpoint: 'me' })).body.data.url).toBe('/base/me')
    expect((await send({ endpoint: `${upstream.url}/other#part` })).body.data.url).toBe('/other')
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS', 'get'])
      expect((await send({ endpoint: '/me', method })).body.data.method).toBe(method.toUpperCase())
    expect((await send({ endpoint: '/me', method: 'HEAD' })).body).toMatchObject({
      data: null,
      status: 204,
    })
    expect((await send({ endpoint: '/me', method: 'TRACE' })).status).toBe(400)
  })

  it('carries a body, as JSON or as a form', async () => {
    verifies('proxy.body')
    const body = { name: 'Ada', tags: ['a', 'b'] }
    expect((await send({ endpoint: '/me', method: 'POST', body })).body.data).toMatchObject({
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    const form = await send({
      endpoint: '/me',
      method: 'PUT',
      body,
      parameters: [
        { type: 'header', name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
      ],
    })
    expect(form.body.data.body).toBe('name=Ada&tags=a&tags=b')
    expect((await send({ endpoint: '/me', method: 'POST', body: null })).body.data.body).toBe('')
    expect((await send({ endpoint: '/me', body })).status).toBe(400)
    expect((await send({ endpoint: '/me', method: 'POST', body: 'text' })).status).toBe(400)
    expect(
      (
        await send({
          endpoint: '/me',
          method: 'POST',
          body,
          parameters: [{ type: 'header', name: 'content-type', value: 'image/png' }],
        })
      ).status,
    ).toBe(400)
  })

  it('uploads content that is given as base64 or by its address', async () => {
    verifies('proxy.binary-body')
    const upload = (binary_body: unknown, more = {}) =>
      send({ endpoint: '/me', method: 'POST', binary_body, ...more })
    expect(
      (
        await upload({
          base64: Buffer.from('hello').toString('base64'),
          content_type: 'text/plain',
        })
      ).body.data,
    ).toMatchObject({ body: 'hello', headers: { 'content-type': 'text/plain' } })
    expect((await upload({ url: `${elsewhere.url}/file` })).body.data).toMatchObject({
      body: '{"elsewhere":true}',
      headers: { 'content-type': 'application/json' },
    })
    expect(elsewhere.received.at(-1)?.headers).not.toHaveProperty('x-notes-key')
    expect((await upload({ url: 'http://127.0.0.1:1/file' })).status).toBe(400)
    expect((await upload({ base64: 'aGk=' }, { body: {} })).status).toBe(400)
    expect((await upload({ base64: 'aGk=', content_type: 'text/plain\r\nx-evil: 1' })).status).toBe(
      400,
    )
  })

  it('carries further headers and query parameters', async () => {
    verifies('proxy.parameters')
    const answer = await send({
      endpoint: '/me?a=%20',
      parameters: [
        { type: 'query', name: 'q&', value: 'a b&c=d' },
        { type: 'query', name: 'q&', value: '2' },
        { type: 'header', name: 'X-Trace', value: 'yes' },
      ],
    })
    expect(answer.body.data).toMatchObject({
      url: '/base/me?a=%20&q%26=a%20b%26c%3Dd&q%26=2',
      headers: { 'x-trace': 'yes' },
    })
  })

  it('cannot be given a header that breaks the line, the connection or the credential', async () => {
    verifies('proxy.parameters.no-injection')
    const before = upstream.received.length
    const headers = [
      ['x-a', 'a\r\nx-evil: 1'],
      ['x-a\r\nx-evil', '1'],
      ['x a', '1'],
      ['x-a', 'ü€'],
      ['Host', 'evil.example'],
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
      ['Connection', 'close'],
      ['Proxy-Authorization', 'x'],
      ['X-Notes-Key', 'mine'],
      ['Authorization', 'Bearer x'],
      ['Cookie', 'a=b'],
    ]
    for (const [name, value] of headers) {
      const answer = await send({ endpoint: '/me', parameters: [{ type: 'header', name, value }] })
      expect([name, answer.status]).toEqual([name, 400])
      expect(answer.body.error.errors[0]).toMatch(/^body\.parameters/)
    }
    expect(upstream.received).toHaveLength(before)
  })

  it('cannot set the query parameter that is the credential', async () => {
    verifies('proxy.parameters.no-injection')
    await importToolkit(service, {
      slug: 'query_key',
      source: { openapi: openNotesApi(upstream.url) },
      auth: {
        scheme: 'API_KEY',
        placements: [{ field: 'generic_api_key', in: 'query', name: 'key' }],
      },
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'query_key' } },
    })
    const account = await connect(auth_config.id)
    await send({ connected_account_id: account, endpoint: '/me?a=1' })
    expect(upstream.received.at(-1)?.url).toBe(`/me?a=1&key=${secret}`)
    expect((await send({ connected_account_id: account, endpoint: '/me?key=mine' })).status).toBe(
      400,
    )
    expect(
      (
        await send({
          connected_account_id: account,
          endpoint: '/me',
          parameters: [{ type: 'query', name: 'key', value: 'mine' }],
        })
      ).status,
    ).toBe(400)
    await service.client.toolkits.delete({ params: { slug: 'query_key' } })
  })

  it("never takes its credential to a host that is not the toolkit's own", async () => {
    verifies('proxy.own-hosts')
    const before = elsewhere.received.length
    for (const endpoint of [
      `${elsewhere.url}/x`,
      upstream.url.replace('http:', 'https:'),
      `http://127.0.0.1:${Number(upstream.host.split(':')[1]) + 1}/`,
      'https://127.0.0.1.evil.example/',
      'ftp://127.0.0.1/',
    ]) {
      const answer = await send({ endpoint })
      expect(answer.status).toBe(400)
      if (!endpoint.startsWith('ftp'))
        expect(answer.body.error.suggested_fix).toContain(upstream.url)
    }
    expect((await send({ endpoint: `http://user:pass@${upstream.host}/` })).status).toBe(400)
    expect(elsewhere.received).toHaveLength(before)
  })

  it('goes nowhere when its endpoint is neither an absolute http(s) URL nor a path', async () => {
    verifies('proxy.endpoint.neither')
    const { session_id: session } = (
      await service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: 'ada', connected_accounts: { notes: accountId } },
      })
    ).body
    const before = [elsewhere.received.length, upstream.received.length]
    for (const endpoint of neither(elsewhere.host)) {
      for (const answer of [
        await send({ endpoint }),
        await service.request('POST', `/api/v3/tool_router/session/${session}/proxy_execute`, {
          body: { toolkit_slug: 'notes', endpoint, method: 'GET' },
        }),
      ]) {
        expect([endpoint, answer.status, answer.body.error?.errors?.[0]]).toEqual([
          endpoint,
          400,
          expect.stringMatching(/^body\.endpoint: must /),
        ])
      }
    }
    expect([elsewhere.received.length, upstream.received.length]).toEqual(before)
  })

  it('takes what is a path, whatever its later segments and its query hold', async () => {
    verifies('proxy.endpoint')
    for (const [endpoint, url] of [
      ['docs/a:b', '/base/docs/a:b'],
      ['/docs:search', '/base/docs:search'],
      ['me?next=http://other.example/x&y=a:b', '/base/me?next=http://other.example/x&y=a:b'],
      ['me?a=\\b', '/base/me?a=\\b'],
      ['/x//y', '/base/x//y'],
      ['@me/x', '/base/@me/x'],
      ['?q=1', '/base/?q=1'],
      ['a b', '/base/a%20b'],
      ['%2f%2fother.example', '/base/%2f%2fother.example'],
    ]) {
      expect((await send({ endpoint })).body.data.url).toBe(url)
    }
    expect((await send({ endpoint: upstream.url.toUpperCase() })).body.data.url).toBe('/')
  })

  it('follows redirects without the credential, and only to where it may go', async () => {
    verifies('proxy.redirects')
    expect((await send({ endpoint: `${upstream.url}/redirect` })).body).toMatchObject({
      status: 200,
      data: { elsewhere: true },
    })
    expect(elsewhere.received.at(-1)).toMatchObject({ url: '/landing' })
    expect(JSON.stringify(elsewhere.received.at(-1)?.headers)).not.toContain(secret)
    expect((await send({ endpoint: `${upstream.url}/inside` })).status).toBe(502)
  })

  it('hands on what the third party answers, whatever its status', async () => {
    verifies('proxy.upstream-status', 'proxy.answer')
    const at = (path: string) => send({ endpoint: upstream.url + path })
    expect(await at('/teapot')).toMatchObject({
      status: 200,
      body: { status: 418, data: { message: 'short and stout' } },
    })
    expect(await at('/busy')).toMatchObject({
      status: 200,
      body: { status: 429, headers: { 'retry-after': '7' } },
    })
    expect((await at('/empty')).body).toMatchObject({
      status: 204,
      data: null,
      headers: { 'x-kind': 'none' },
    })
    expect((await at('/list')).body.data).toEqual({ items: [1, 2] })
  })

  it('answers a file by a handle that expires', async () => {
    verifies('proxy.answer.binary')
    const { body } = await send({ endpoint: `${upstream.url}/picture` })
    expect(body).toMatchObject({
      data: null,
      status: 200,
      binary_data: { content_type: 'image/png', size: 4 },
    })
    expect(Date.parse(body.binary_data.expires_at)).toBeGreaterThan(Date.now())
    const file = await fetch(body.binary_data.url)
    expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([137, 80, 78, 71])
  })

  it('fails as 502 or 504 when the third party cannot be talked to', async () => {
    verifies('proxy.502', 'proxy.504')
    const at = async (path: string) => (await send({ endpoint: upstream.url + path })).body.error
    expect(await at('/gone')).toMatchObject({ status: 502, slug: 'upstream_failed' })
    expect(await at('/huge')).toMatchObject({ status: 502 })
    expect(await at('/slow')).toMatchObject({ status: 504, slug: 'upstream_timeout' })
  })

  it('is in the execution log, without the credential, whatever became of it', async () => {
    verifies('proxy.log')
    await send({ endpoint: '/logged', method: 'POST', body: { canary: 1 } })
    await send({ endpoint: `${upstream.url}/teapot` })
    await send({ endpoint: `${elsewhere.url}/refused` })
    const { items } = await service.client.logs.list({ query: { tool_slugs: ['PROXY'], limit: 3 } })
    expect(
      items.map(({ toolkit, status, connected_account_id, user_id }) => ({
        toolkit,
        status,
        connected_account_id,
        user_id,
      })),
    ).toEqual(
      ['error', 'error', 'success'].map((status) => ({
        toolkit: 'notes',
        status,
        connected_account_id: accountId,
        user_id: 'ada',
      })),
    )
    expect(items[1]?.error).toBe('"Notes" answered 418')
    expect(items[2]).toMatchObject({
      request: { endpoint: '/logged', method: 'POST', body: { canary: 1 } },
      response: { status: 200 },
    })
  })
})

describe('whose credentials a proxied request has', () => {
  it('those in the request instead of an account', async () => {
    verifies('proxy.custom-connection-data', 'proxy.custom-connection-data.access-token')
    const custom = (authScheme: string, val: Record<string, unknown>, toolkitSlug = 'notes') =>
      service.request('POST', '/api/v3/tools/execute/proxy', {
        body: {
          endpoint: '/me',
          method: 'GET',
          custom_connection_data: { authScheme, toolkitSlug, val },
        },
      })
    expect((await custom('API_KEY', { api_key: 'mine' })).status).toBe(200)
    expect(lastHeaders()['x-notes-key']).toBe('mine')
    expect((await custom('OAUTH2', { access_token: 'tok' })).status).toBe(200)
    expect(lastHeaders().authorization).toBe('Bearer tok')
    expect((await custom('BASIC', { username: 'a', password: 'b' })).status).toBe(200)
    expect(lastHeaders().authorization).toBe('Basic YTpi')
    expect((await custom('NO_AUTH', {})).body.data.headers).not.toHaveProperty('authorization')
    expect((await custom('OAUTH2', {})).body.error).toMatchObject({
      status: 400,
      errors: ['body.custom_connection_data.val: access_token is required'],
    })
    expect((await custom('API_KEY', {})).status).toBe(400)
    expect((await custom('API_KEY', { api_key: 7 })).status).toBe(400)
    expect((await custom('API_KEY', { api_key: 'a' }, 'unknown')).status).toBe(404)
  })

  it('none that no code can carry out', async () => {
    verifies('proxy.501')
    const { status, body } = await service.request('POST', '/api/v3/tools/execute/proxy', {
      body: {
        endpoint: '/me',
        method: 'GET',
        custom_connection_data: { authScheme: 'SAML', toolkitSlug: 'notes', val: {} },
      },
    })
    expect([status, body.error.slug]).toEqual([501, 'unsupported'])
  })

  it('none of an account that does not exist, or is not in a state to be used', async () => {
    verifies('proxy.404', 'proxy.422')
    expect((await send({ connected_account_id: 'ca_unknown', endpoint: '/me' })).status).toBe(404)
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'notes' } },
    })
    const account = await connect(auth_config.id)
    const status = async () =>
      (await send({ connected_account_id: account, endpoint: '/me' })).status
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: false },
    })
    expect(await status()).toBe(422)
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: true },
    })
    expect(await status()).toBe(200)
    await service.client.authConfigs.setStatus({
      params: { nanoid: auth_config.id, status: 'DISABLED' },
    })
    expect(await status()).toBe(422)
    const link = await service.client.connectedAccounts.link({
      body: { auth_config_id: authConfigId, user_id: 'waits' },
    })
    expect(
      (await send({ connected_account_id: link.connected_account_id, endpoint: '/me' })).status,
    ).toBe(422)
  })

  it('none where the auth config allows certain tools only', async () => {
    verifies('proxy.403')
    const { auth_config } = await service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: { tool_access_config: { tools_available_for_execution: ['NOTES_GET_NOTE'] } },
      },
    })
    const answer = await send({
      connected_account_id: await connect(auth_config.id, undefined, 'restricted'),
      endpoint: '/me',
    })
    expect(answer.body.error).toMatchObject({
      status: 403,
      suggested_fix: 'Execute one of: NOTES_GET_NOTE',
    })
    await service.client.authConfigs.delete({ params: { nanoid: auth_config.id } })
  })

  it("the default account's, where there is exactly one", async () => {
    verifies('proxy.default-account', 'proxy.default-account.only-one')
    const project = await service.client.projects.create({
      body: { name: 'Default account', should_create_api_key: true },
    })
    const headers = { 'x-api-key': project.api_key ?? '' }
    const request = (method: string, path: string, body?: unknown) =>
      service.request(method, `/api/v3${path}`, { headers, ...(body !== undefined && { body }) })
    const proxied = (endpoint: string) =>
      request('POST', '/tools/execute/proxy', { endpoint, method: 'GET' })
    const { body: started } = await request('POST', '/toolkits/import', {
      slug: 'notes',
      source: { openapi: notesApi(upstream.url) },
    })
    await expect
      .poll(async () => (await request('GET', `/toolkits/imports/${started.id}`)).body.status)
      .toBe('succeeded')
    const { body: config } = await request('POST', '/auth_configs', { toolkit: { slug: 'notes' } })
    const account = async (user_id: string) =>
      (
        await request('POST', '/connected_accounts', {
          auth_config: { id: config.auth_config.id },
          connection: {
            user_id,
            state: { authScheme: 'API_KEY', val: { generic_api_key: `key-of-${user_id}` } },
          },
        })
      ).body.id

    expect((await proxied(`${upstream.url}/me`)).status).toBe(404)
    expect(
      (
        await request('POST', '/tools/execute/proxy', {
          connected_account_id: accountId,
          endpoint: '/me',
          method: 'GET',
        })
      ).status,
    ).toBe(404)
    const first = await account('one')
    expect((await proxied(`${upstream.url}/me`)).status).toBe(200)
    expect(lastHeaders()['x-notes-key']).toBe('key-of-one')
    expect((await proxied('/me')).status).toBe(200)
    expect(lastHeaders()['x-notes-key']).toBe('key-of-one')
    expect((await proxied(`${elsewhere.url}/me`)).status).toBe(404)
    const second = await account('two')
    const several = await proxied('/me')
    expect(several.status).toBe(400)
    for (const id of [first, second]) expect(several.body.error.message).toContain(id)
    await request('PATCH', `/connected_accounts/${first}/status`, { enabled: false })
    expect((await proxied('/me')).status).toBe(200)
    expect(lastHeaders()['x-notes-key']).toBe('key-of-two')
  })
})

describe('an address that depends on the account', () => {
  it('is filled from its values, and the credential goes to that host alone', async () => {
    verifies('proxy.base-url', 'proxy.own-hosts')
    const [host = '', port = ''] = upstream.host.split(':')
    const document = {
      ...openNotesApi('unused'),
      servers: [{ url: 'http://{place}/v1', variables: { place: { default: '127.0.0.1:1' } } }],
    }
    await importToolkit(service, {
      slug: 'placed',
      source: { openapi: document },
      auth: { scheme: 'BEARER_TOKEN', fields: [{ name: 'place', pattern: '127.0.0.*' }] },
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'placed' } },
    })
    const refused = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          state: { authScheme: 'BEARER_TOKEN', val: { token: 't', place: upstream.host } },
        },
      },
    })
    expect(refused.status).toBe(400)
    expect(refused.body.error.errors).toEqual([
      'body.connection.state.val: place must look like "127.0.0.*"',
    ])

    await importToolkit(service, {
      slug: 'placed',
      source: { openapi: document },
      auth: { scheme: 'BEARER_TOKEN', fields: [{ name: 'place', pattern: '127.0.0.*:*' }] },
    })
    const { auth_config: second } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'placed' } },
    })
    const account = await connect(second.id, { token: 't', place: `${host}:${port}` })
    expect(
      (await send({ connected_account_id: account, endpoint: '/me' })).body.data,
    ).toMatchObject({ url: '/v1/me' })
    expect(lastHeaders().authorization).toBe('Bearer t')
    expect(
      (await send({ connected_account_id: account, endpoint: `${elsewhere.url}/me` })).status,
    ).toBe(400)
    expect(
      (
        await service.client.tools.execute({
          params: { tool_slug: 'PLACED_GET_NOTE' },
          body: { user_id: 'ada', connected_account_id: account, arguments: { id: '1' } },
        })
      ).data,
    ).toMatchObject({ url: '/v1/notes/1' })
  })
})

describe('proxy_execute of a session', () => {
  const openSession = async (config: Record<string, unknown> = {}) =>
    (
      await service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: 'ada', connected_accounts: { notes: accountId }, ...config },
      })
    ).body.session_id as string
  const execute = (session: string, body: Record<string, unknown> = {}) =>
    service.request('POST', `/api/v3/tool_router/session/${session}/proxy_execute`, {
      body: { toolkit_slug: 'notes', endpoint: '/me', method: 'GET', ...body },
    })

  it("answers as the proxy, with an account of the session's user", async () => {
    verifies('proxy.session')
    const session = await openSession()
    const answer = await execute(session, {
      method: 'POST',
      body: { a: 1 },
      parameters: [{ type: 'query', name: 'q', value: '1' }],
    })
    expect(answer.body).toMatchObject({
      status: 200,
      data: { url: '/base/me?q=1', body: '{"a":1}' },
    })
    expect(lastHeaders()['x-notes-key']).toBe(secret)
    const { items } = await service.client.logs.list({ query: { session_ids: [session] } })
    expect(items).toMatchObject([
      { tool_slug: 'PROXY', session_id: session, connected_account_id: accountId },
    ])
  })

  it('is refused where the session excludes or limits the toolkit', async () => {
    verifies('proxy.session.policy')
    for (const config of [
      { toolkits: { disable: ['notes'] } },
      { tools: { notes: ['NOTES_GET_NOTE'] } },
      { tools: { notes: { tags: ['readOnlyHint'] } } },
      { tags: { disabled: ['destructiveHint'] } },
    ]) {
      const answer = await execute(await openSession({ connected_accounts: {}, ...config }))
      expect([answer.status, answer.body.error.slug]).toEqual([403, 'forbidden'])
    }
    expect((await execute(await openSession(), { toolkit_slug: 'unknown' })).status).toBe(404)
  })

  it('is refused where proxy execution is switched off', async () => {
    verifies('proxy.session.switched-off')
    expect(
      (await execute(await openSession({ workbench: { enable_proxy_execution: false } }))).status,
    ).toBe(403)
  })

  it('never has an account of somebody else', async () => {
    verifies('proxy.session.no-connection')
    const answer = await execute(await openSession({ user_id: 'eve', connected_accounts: {} }))
    expect(answer.status).toBe(404)
    expect(answer.body.error.message).toContain('toolkit "notes"')
    expect(
      (
        await execute(await openSession({ user_id: 'eve', connected_accounts: {} }), {
          account: accountId,
        })
      ).status,
    ).toBe(404)
  })
})

const neither = (host: string): string[] => [
  `//${host}/x`,
  `///${host}/x`,
  `/\\${host}/x`,
  `\\\\${host}\\x`,
  `\\${host}`,
  `http:\\\\${host}`,
  `http:/\\${host}`,
  `http:${host}`,
  `http:/${host}`,
  `http:///${host}`,
  `http:`,
  'http://',
  ` http://${host}/`,
  ` /me`,
  `\u00a0http://${host}/`,
  `\ufeffhttp://${host}/`,
  `\thttp://${host}/`,
  `ht\ntp://${host}/`,
  `/me\r\nx: y`,
  `/\t/${host}/x`,
  `/me\u0085`,
  'data:text/plain,x',
  'javascript:alert(1)',
  `unix:/var/run/x.sock`,
  `blob:http://${host}/1`,
  'about:blank',
  `ftp://${host}/x`,
  `ws://${host}/`,
  'mailto:a@b',
  'docs:search',
  ':x',
]
