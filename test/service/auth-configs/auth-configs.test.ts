import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startProxy } from '../../support/start-proxy.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

let upstream: Upstream
let service: TestService

/** An operation with its scopes. */
const scoped = (operationId: string, scopes: string[]) => ({
  get: {
    operationId,
    summary: operationId,
    security: [{ key: scopes }],
    responses: { 200: { description: 'ok' } },
  },
})

beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => json(response, 200, { key: request.headers['x-notes-key'] ?? null }),
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
  await importToolkit(service, { slug: 'notes', source: { openapi: notesApi(upstream.url) } })
  const oauth = {
    ...notesApi(upstream.url),
    components: {
      securitySchemes: {
        key: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://a.example/x',
              tokenUrl: 'https://a.example/t',
              scopes: { read: '', write: '', admin: '' },
            },
          },
        },
      },
    },
    paths: {
      '/read': scoped('readThing', ['read']),
      '/write': scoped('writeThing', ['read', 'write']),
    },
  }
  await importToolkit(service, { slug: 'oauth', source: { openapi: oauth } })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const create = (slug: string, auth_config: Record<string, unknown> = {}) =>
  service.request('POST', '/api/v3/auth_configs', {
    body: { toolkit: { slug }, auth_config: { type: 'use_custom_auth', ...auth_config } },
  })
const createId = async (slug: string, auth_config?: Record<string, unknown>) =>
  (await create(slug, auth_config)).body.auth_config.id as string
const get = (nanoid: string) => service.client.authConfigs.get({ params: { nanoid } })
const patch = (nanoid: string, body: Record<string, unknown>) =>
  service.request('PATCH', `/api/v3/auth_configs/${nanoid}`, { body })
const connect = (authConfigId: string, user_id: string) =>
  service.client.connectedAccounts.create({
    body: {
      auth_config: { id: authConfigId },
      connection: { user_id, state: { authScheme: 'API_KEY', val: { generic_api_key: 'k' } } },
    },
  })
const execute = (user_id: string, tool = 'NOTES_GET_NOTE') =>
  service.client.tools.execute({
    params: { tool_slug: tool },
    body: { user_id, arguments: { id: '1' } },
  })

describe('creating an auth config', () => {
  it('answers its id and scheme', async () => {
    verifies('auth-configs.create')
    const { status, body } = await create('oauth', {
      name: 'Ours',
      credentials: { client_id: 'public-id-1234', client_secret: 'secret-canary-1' },
    })
    expect(status).toBe(201)
    const redirect = {
      redirect_uri: expect.stringMatching(/\/oauth\/callback$/),
      redirect_uri_is_shared: true,
    }
    expect(body).toEqual({
      toolkit: { slug: 'oauth' },
      auth_config: {
        id: expect.stringMatching(/^ac_/),
        auth_scheme: 'OAUTH2',
        is_svc_managed: false,
        ...redirect,
      },
      warnings: [expect.stringContaining('redirect URI')],
    })
  })

  it('shows what is no secret', async () => {
    verifies('auth-configs.masked')
    const id = await createId('oauth', {
      credentials: {
        client_id: 'public-id-1234',
        client_secret: 'secret-canary-1',
        scopes: ['read'],
        user_scopes: 'identify',
      },
    })
    expect((await get(id)).credentials).toEqual({
      client_id: 'public-id-1234',
      client_secret: '***ry-1',
      scopes: ['read'],
      user_scopes: 'identify',
    })
  })
})

describe('updating an auth config', () => {
  it('changes only what is supplied', async () => {
    verifies('auth-configs.update', 'auth-configs.update.name', 'auth-configs.update.credentials')
    const id = await createId('oauth', {
      name: 'Before',
      credentials: { client_id: 'id', client_secret: 'secret', scopes: ['read'] },
      shared_credentials: { region: 'eu' },
      is_enabled_for_tool_router: false,
    })
    const { status, body } = await patch(id, {
      type: 'custom',
      credentials: { scopes: 'read write', user_scopes: ['identify'], client_secret: null },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Before',
      credentials: { client_id: 'id', scopes: 'read write', user_scopes: ['identify'] },
      shared_credentials: { region: '***' },
      is_enabled_for_tool_router: false,
    })
    expect(body.credentials).not.toHaveProperty('client_secret')
    expect((await patch(id, { type: 'custom', name: 'After' })).body).toMatchObject({
      name: 'After',
      credentials: { scopes: 'read write' },
    })
    expect(await get(id)).toMatchObject({ name: 'After', type: 'custom' })
  })

  it('is one of two variants', async () => {
    verifies('auth-configs.update.variants', 'auth-configs.update.scopes', 'auth-configs.statuses')
    const id = await createId('oauth')
    expect((await patch(id, { type: 'default', scopes: { any: ['form'] } })).body).toMatchObject({
      type: 'custom',
      credentials: { scopes: { any: ['form'] } },
    })
    expect((await patch(id, { name: 'x' })).status).toBe(400)
    expect((await patch(id, { type: 'other' })).status).toBe(400)
    expect((await patch(id, { type: 'custom', shared_credentials: 'x' })).status).toBe(400)
    expect((await patch('ac_unknown', { type: 'custom' })).status).toBe(404)
    expect(
      (
        await service.request('PATCH', `/api/v3/auth_configs/${id}`, {
          body: { type: 'custom' },
          headers: {},
        })
      ).status,
    ).toBe(401)
  })
})

describe('the tools of an auth config', () => {
  it('derive the scopes of OAuth', async () => {
    verifies('auth-configs.tools-for-creation')
    const id = await createId('oauth', {
      tool_access_config: { tools_for_connected_account_creation: ['OAUTH_READ_THING'] },
    })
    expect(await get(id)).toMatchObject({
      credentials: { scopes: ['read'] },
      tool_access_config: { tools_for_connected_account_creation: ['OAUTH_READ_THING'] },
    })
    expect(
      (
        await patch(id, {
          type: 'custom',
          tool_access_config: {
            tools_for_connected_account_creation: ['oauth_read_thing', 'OAUTH_WRITE_THING'],
          },
        })
      ).body.credentials.scopes,
    ).toEqual(['read', 'write'])
    expect(
      (
        await patch(id, {
          type: 'custom',
          credentials: { scopes: 'admin' },
          tool_access_config: { tools_for_connected_account_creation: ['OAUTH_READ_THING'] },
        })
      ).body.credentials.scopes,
    ).toEqual(['admin', 'read'])
    expect((await patch(id, { type: 'default', name: 'kept' })).body.credentials.scopes).toEqual([
      'admin',
      'read',
    ])
    expect(
      (
        await patch(id, {
          type: 'custom',
          tool_access_config: { tools_for_connected_account_creation: ['OAUTH_NO_SUCH_THING'] },
        })
      ).body.error,
    ).toMatchObject({ status: 400, errors: [expect.stringContaining('OAUTH_NO_SUCH_THING')] })
    const key = await createId('notes', {
      tool_access_config: { tools_for_connected_account_creation: ['NOTES_GET_NOTE'] },
    })
    expect((await get(key)).credentials).toEqual({})
  })

  it('derive the scopes of OAuth beside those that every grant needs', async () => {
    verifies('auth-configs.tools-for-creation')
    const { servers: _servers, ...openapi } = notesApi(upstream.url)
    await importToolkit(service, {
      slug: 'renewed',
      source: {
        openapi: {
          ...openapi,
          servers: [{ url: upstream.url }],
          paths: { '/read': scoped('readThing', ['read']) },
        },
      },
      auth: {
        scheme: 'OAUTH2',
        oauth: {
          authorization_url: 'https://a.example/x',
          token_url: 'https://a.example/t',
          default_scopes: ['admin', 'offline_access'],
        },
      },
    })
    const id = await createId('renewed', {
      credentials: { scopes: 'read' },
      tool_access_config: { tools_for_connected_account_creation: ['RENEWED_READ_THING'] },
    })
    expect((await get(id)).credentials['scopes']).toEqual(['read', 'offline_access'])
  })

  it('are the only ones that its accounts may execute', async () => {
    verifies('auth-configs.tools-for-execution', 'auth-configs.restrict-to-following-tools')
    const id = await createId('notes', { restrict_to_following_tools: ['notes_get_note'] })
    await connect(id, 'restricted')
    expect(await get(id)).toMatchObject({
      restrict_to_following_tools: ['NOTES_GET_NOTE'],
      tool_access_config: { tools_available_for_execution: ['NOTES_GET_NOTE'] },
    })
    expect((await execute('restricted')).error).toBeNull()
    expect((await execute('restricted', 'NOTES_DELETE_NOTE')).error).toContain(
      'does not allow NOTES_DELETE_NOTE',
    )
    const { body } = await patch(id, {
      type: 'custom',
      restrict_to_following_tools: ['NOTES_GET_NOTE'],
      tool_access_config: { tools_available_for_execution: ['NOTES_DELETE_NOTE'] },
    })
    expect(body.restrict_to_following_tools).toEqual(['NOTES_DELETE_NOTE'])
    expect((await execute('restricted')).error).toContain('does not allow')
    expect((await execute('restricted', 'NOTES_DELETE_NOTE')).error).toBeNull()
    await patch(id, { type: 'custom', tool_access_config: { tools_available_for_execution: [] } })
    expect((await execute('restricted')).error).toBeNull()
  })

  it('are not for sessions where the auth config says so', async () => {
    verifies('auth-configs.tool-router')
    const id = await createId('notes', { is_enabled_for_tool_router: false })
    await connect(id, 'outside')
    const { session_id } = await service.client.sessions.create({ body: { user_id: 'outside' } })
    const inSession = async () =>
      (
        await service.client.sessions.execute({
          params: { session_id },
          body: { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } },
        })
      ).error
    expect(await inSession()).toContain('no active connection')
    expect((await execute('outside')).error).toBeNull()
    await patch(id, { type: 'custom', is_enabled_for_tool_router: true })
    expect(await inSession()).toBeNull()
  })
})

describe('the status of an auth config', () => {
  it('decides whether its accounts are used', async () => {
    verifies('auth-configs.status')
    const id = await createId('notes')
    await connect(id, 'status')
    const setStatus = (status: string) =>
      service.request('PATCH', `/api/v3/auth_configs/${id}/${status}`)
    expect((await setStatus('Disabled')).body).toEqual({ success: true })
    expect((await execute('status')).error).toContain('no active connection')
    expect((await setStatus('ENABLED')).body).toEqual({ success: true })
    expect((await execute('status')).error).toBeNull()
    expect((await setStatus('paused')).status).toBe(400)
  })

  it('and the other filters choose what is listed', async () => {
    verifies('auth-configs.list')
    const id = await createId('notes', { name: 'Needle in the hay' })
    const list = async (query: string) =>
      (await service.request('GET', `/api/v3/auth_configs?${query}`)).body.items.map(
        (item: { id: string }) => item.id,
      )
    expect(await list('search=needle&toolkit_slug=notes,oauth')).toEqual([id])
    expect(await list('search=needle&toolkit_slug=oauth')).toEqual([])
    expect(await list('search=needle&is_svc_managed=true')).toEqual([])
    expect(await list('search=needle&is_svc_managed=false')).toEqual([id])
    await service.request('PATCH', `/api/v3/auth_configs/${id}/DISABLED`)
    expect(await list('search=needle')).toEqual([])
    expect(await list('search=needle&show_disabled=true')).toEqual([id])
  })
})

describe('proxy_config', () => {
  it('takes every request of its accounts through the proxy, with its key', async () => {
    verifies('auth-configs.proxy-config')
    const proxy = await startProxy()
    const id = await createId('notes', {
      proxy_config: { proxy_url: proxy.url, proxy_auth_key: 'proxy-key-canary' },
    })
    expect(await get(id)).toMatchObject({
      proxy_config: { proxy_url: proxy.url, proxy_auth_key: '***nary' },
    })
    const account = await connect(id, 'proxied')
    expect((await execute('proxied')).error).toBeNull()
    expect(upstream.received.at(-1)?.headers['x-notes-key']).toBe('k')
    expect(proxy.tunnels).toEqual([
      { target: upstream.host, authorization: 'Bearer proxy-key-canary' },
    ])
    await patch(id, {
      type: 'custom',
      proxy_config: { proxy_url: proxy.url, proxy_auth_key: 'Basic abc' },
    })
    const sent = await service.request('POST', '/api/v3/tools/execute/proxy', {
      body: { connected_account_id: account.id, endpoint: '/x', method: 'GET' },
    })
    expect(sent.status).toBe(200)
    expect(upstream.received.at(-1)?.headers['x-notes-key']).toBe('k')
    expect(proxy.tunnels.at(-1)).toEqual({ target: upstream.host, authorization: 'Basic abc' })
    const before = proxy.tunnels.length
    await patch(id, { type: 'custom', name: 'kept' })
    expect((await get(id)).proxy_config?.proxy_url).toBe(proxy.url)
    expect((await patch(id, { type: 'custom', proxy_config: null })).body).not.toHaveProperty(
      'proxy_config',
    )
    expect((await execute('proxied')).error).toBeNull()
    expect(proxy.tunnels).toHaveLength(before)
  })

  it('is refused where the outbound rules refuse the address, which is checked at every call too', async () => {
    verifies('auth-configs.proxy-config.address')
    for (const proxy_url of [
      'http://10.0.0.1:3128',
      'http://[::1]:3128',
      'http://169.254.169.254/',
      'socks5://127.0.0.1:1',
      'http://user:pass@127.0.0.1:3128',
      'nonsense',
    ]) {
      expect([proxy_url, (await create('notes', { proxy_config: { proxy_url } })).status]).toEqual([
        proxy_url,
        400,
      ])
    }
    const id = await createId('notes', { proxy_config: { proxy_url: 'http://127.0.0.1:1' } })
    expect(
      (await patch(id, { type: 'custom', proxy_config: { proxy_url: 'http://10.0.0.1:3128' } }))
        .status,
    ).toBe(400)
    expect(
      (
        await patch(id, {
          type: 'custom',
          proxy_config: { proxy_url: 'http://127.0.0.1:1', proxy_auth_key: 'a\r\nb' },
        })
      ).status,
    ).toBe(400)
    await connect(id, 'unreachable')
    expect((await execute('unreachable')).error).toContain('127.0.0.1:1')
  })
})
