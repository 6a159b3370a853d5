import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

let service: TestService
let before: Upstream
let after: Upstream
beforeAll(async () => {
  const answer: Parameters<typeof startUpstream>[0] = (request, response) =>
    json(response, 200, { key: request.headers['x-notes-key'] ?? null })
  before = await startUpstream(answer, { keep: true })
  after = await startUpstream(answer, { keep: true })
  service = await startService({ keep: true, egressAllow: [before.host, after.host] })
})
afterAll(async () => {
  await service.close()
  await before.close()
  await after.close()
})

const importOf = (slug: string, openapi: object, more: object = {}) =>
  importToolkit(service, { slug, source: { openapi: openapi as Record<string, unknown> }, ...more })

/** Imports the one, and tries the other over it: without a word and with one. */
const reimport = async (slug: string, first: object, second: object): Promise<string> => {
  await importOf(slug, first)
  const refusal = await importOf(slug, second).then(
    () => 'accepted',
    (error: Error) => error.message,
  )
  if (refusal !== 'accepted') await importOf(slug, second, { accept_host_change: true })
  return refusal
}

const at = (url: string, variables?: object) => ({
  ...notesApi(url),
  servers: [{ url, ...(variables && { variables }) }],
})

const withOAuth = (flow: object) => ({
  ...notesApi('https://notes.example'),
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://id.example/authorize',
            tokenUrl: 'https://id.example/token',
            scopes: {},
            ...flow,
          },
        },
      },
    },
  },
  security: [{ oauth: [] }],
})

describe('a re-import needs a word', () => {
  it('when credentials would go to another host', async () => {
    verifies('imports.host-change')
    await importOf('moving', at('https://one.example'))
    await expect(importOf('moving', at('https://two.example'))).rejects.toThrow(
      'https://two.example',
    )
    expect((await service.client.toolkits.get({ params: { slug: 'moving' } })).base_url).toBe(
      'https://one.example',
    )
    await importOf('moving', at('https://two.example'), { accept_host_change: true })
    expect((await service.client.toolkits.get({ params: { slug: 'moving' } })).base_url).toBe(
      'https://two.example',
    )
  })

  it('when one operation has a host of its own', async () => {
    verifies('imports.host-change')
    const own = at('https://one.example')
    own.paths['/notes'].get = {
      ...own.paths['/notes'].get,
      servers: [{ url: 'https://lists.example' }],
    } as (typeof own.paths)['/notes']['get']
    expect(await reimport('apart', at('https://one.example'), own)).toContain(
      'https://lists.example',
    )
  })

  it('when what fills a place in the host is another', async () => {
    verifies('imports.host-change')
    const placed = (variable: object) => at('https://{place}/v1', { place: variable })
    expect(
      await reimport(
        'placed',
        placed({ default: 'one.example' }),
        placed({ default: 'two.example' }),
      ),
    ).toContain('two.example')
    expect(
      await reimport(
        'chosen',
        placed({ default: 'one.example', enum: ['one.example'] }),
        placed({ default: 'one.example', enum: ['one.example', 'two.example'] }),
      ),
    ).toContain('two.example')
    expect(await reimport('opened', at('https://one.example'), at('{base_url}'))).toContain(
      '{base_url}',
    )
  })

  it('when an auth endpoint is another, also at the same host', async () => {
    verifies('imports.host-change.auth-endpoints')
    expect(
      await reimport(
        'authorized',
        withOAuth({}),
        withOAuth({ authorizationUrl: 'https://evil.example/authorize' }),
      ),
    ).toContain('https://evil.example/authorize (authorizationUrl of OAUTH2)')
    expect(
      await reimport(
        'exchanged',
        withOAuth({}),
        withOAuth({ tokenUrl: 'https://id.example/other' }),
      ),
    ).toContain('https://id.example/other (tokenUrl of OAUTH2)')
    expect(await reimport('protected', at('https://notes.example'), withOAuth({}))).toContain(
      'https://id.example/token',
    )
  })

  it('and none when there was no host before, as with the server that a description lacks', async () => {
    verifies('imports.host-change')
    const { warnings } = await importOf('relative', at('/v1'))
    expect(warnings).toMatchObject([{ code: 'no_server' }])
    await importOf('relative', at('/v1'), { base_url: 'https://one.example' })
    expect((await service.client.toolkits.get({ params: { slug: 'relative' } })).base_url).toBe(
      'https://one.example/v1',
    )
    await expect(
      importOf('relative', at('/v1'), { base_url: 'https://two.example' }),
    ).rejects.toThrow('https://two.example')

    const signedIn = (flow: object) => ({ ...withOAuth(flow), servers: [{ url: '/v1' }] })
    expect(await reimport('placeless', signedIn({}), withOAuth({}))).toBe('accepted')
    expect(
      await reimport('elsewhere', signedIn({}), withOAuth({ tokenUrl: 'https://evil.example' })),
    ).toMatch(/before: https:\/\/evil\.example\/ \(tokenUrl of OAUTH2\)\. If/)
  })

  it('and none when only paths, tools and scopes are others', async () => {
    verifies('imports.host-change', 'imports.host-change.auth-endpoints')
    expect(
      await reimport('pathed', at('https://one.example/v1'), at('https://ONE.example/v2')),
    ).toBe('accepted')
    expect(
      await reimport('scoped', withOAuth({}), withOAuth({ scopes: { notes: 'Read notes' } })),
    ).toBe('accepted')
    expect(await reimport('fewer', withOAuth({}), at('https://notes.example'))).toBe('accepted')
  })
})

describe('an account that was connected before the hosts changed', () => {
  const connect = async (authConfigId: string, key: string) =>
    (
      await service.client.connectedAccounts.create({
        body: {
          auth_config: { id: authConfigId },
          connection: {
            user_id: key,
            state: { authScheme: 'API_KEY', val: { generic_api_key: key } },
          },
        },
      })
    ).id
  const openAuthConfig = async (slug: string) =>
    (await service.client.authConfigs.create({ body: { toolkit: { slug } } })).auth_config.id

  const move = async (slug: string) => {
    const { version } = await importOf(slug, at(before.url))
    const authConfigId = await openAuthConfig(slug)
    const accountId = await connect(authConfigId, `${slug}-old-key`)
    await importOf(slug, at(after.url), { accept_host_change: true })
    return { version, authConfigId, accountId, tool: `${slug.toUpperCase()}_GET_NOTE` }
  }

  it('keeps to its hosts: a tool that moved is refused readably, and nothing is sent', async () => {
    verifies('imports.host-change.accounts')
    const { version, tool } = await move('tooled')
    const { session_id } = await service.client.sessions.create({
      body: { user_id: 'tooled-old-key' },
    })
    const [sentBefore, sentAfter] = [before.received.length, after.received.length]
    const execute = (more: object) =>
      service.client.tools.execute({
        params: { tool_slug: tool },
        body: { user_id: 'tooled-old-key', arguments: { id: '1' }, ...more },
      })

    const refused = [
      await execute({}),
      await service.client.sessions.execute({
        params: { session_id },
        body: { tool_slug: tool, arguments: { id: '1' } },
      }),
    ]
    for (const { error } of refused)
      expect(error).toMatch(new RegExp(`${after.url}.*connect the account anew`))
    expect([before.received.length, after.received.length]).toEqual([sentBefore, sentAfter])

    expect(await execute({ version })).toMatchObject({ error: null })
    expect(before.received.at(-1)?.headers['x-notes-key']).toBe('tooled-old-key')
    expect([before.received.length, after.received.length]).toEqual([sentBefore + 1, sentAfter])
  })

  it('keeps to its hosts in the proxy', async () => {
    verifies('imports.host-change.accounts')
    const { accountId } = await move('proxied')
    const { session_id } = await service.client.sessions.create({
      body: { user_id: 'proxied-old-key' },
    })
    const [sentBefore, sentAfter] = [before.received.length, after.received.length]
    const send = (endpoint: string) =>
      service.request('POST', '/api/v3/tools/execute/proxy', {
        body: { connected_account_id: accountId, endpoint, method: 'GET' },
      })

    const inSession = await service.request(
      'POST',
      `/api/v3/tool_router/session/${session_id}/proxy_execute`,
      { body: { toolkit_slug: 'proxied', endpoint: '/notes', method: 'GET' } },
    )
    for (const { status, body } of [
      await send('/notes'),
      await send(`${after.url}/notes`),
      inSession,
    ]) {
      expect([status, body.error.suggested_fix]).toEqual([
        422,
        expect.stringContaining('connect the account anew'),
      ])
    }
    expect((await send(`${before.url}/notes`)).status).toBe(400)
    expect([before.received.length, after.received.length]).toEqual([sentBefore, sentAfter])
  })

  it('is authorized where it was when its auth config was made', async () => {
    verifies('imports.host-change.accounts')
    await importOf('agreed', withOAuth({}))
    const { auth_config } = await service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'agreed' },
        auth_config: { credentials: { client_id: 'our-client', client_secret: 'our-secret' } },
      },
    })
    await importOf(
      'agreed',
      withOAuth({
        authorizationUrl: 'https://evil.example/authorize',
        tokenUrl: 'https://evil.example/token',
      }),
      { accept_host_change: true },
    )
    const { redirect_url } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
        },
      },
    })
    expect(redirect_url).toMatch(/^https:\/\/id\.example\/authorize\?.*client_id=our-client/)
  })

  it('is joined by no other under its auth config, but by one under a new one, which goes to the new host', async () => {
    verifies('imports.host-change.accounts')
    const { authConfigId, tool } = await move('anew')
    await expect(connect(authConfigId, 'anew-new-key')).rejects.toMatchObject({
      status: 400,
      suggestedFix: expect.stringContaining('new auth config'),
    })
    await connect(await openAuthConfig('anew'), 'anew-new-key')
    await service.client.tools.execute({
      params: { tool_slug: tool },
      body: { user_id: 'anew-new-key', arguments: { id: '1' } },
    })
    expect(after.received.at(-1)?.headers['x-notes-key']).toBe('anew-new-key')
  })
})
