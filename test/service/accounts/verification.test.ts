import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi } from '../../support/notes-api.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

const ada = {
  data: {
    id: 4711,
    full_name: 'Ada  <b>Lovelace</b>\u0000',
    mail: 'ada@notes.example',
    handle: 'ada-lovelace',
    page: 'https://notes.example/ada',
  },
  teams: [{ title: 'Engine' }],
}

/** What the API answers to a key: the keys of the tests, and whatever an authorization server gives. */
const startApi = () =>
  startUpstream(
    (request, response) => {
      const key = String(request.headers['x-notes-key'] ?? request.headers.authorization)
      if (/^(?:refused|Bearer is-refused-0123)$/.test(key) || request.url === '/refused')
        return json(response, 401, { message: 'no' })
      if (key === 'closed') return json(response, 200, { ok: false, error: 'invalid_auth' })
      if (key === 'broken') return json(response, 503, {})
      if (key === 'busy') return json(response, 429, {})
      if (key === 'moved') return json(response, 404, {})
      if (key === 'gone') return void response.socket?.destroy()
      if (key === 'hostile-key-4711')
        return json(response, 200, {
          data: {
            id: 'your key is hostile-key-4711',
            full_name: `${'x'.repeat(5_000)}\u202e`,
            mail: `hostile \u200b\n\n ${service.url}/connect/lk_0123456789012345678901`,
            page: 'javascript:alert(1)',
          },
        })
      return json(response, 200, ada)
    },
    { keep: true },
  )

const account = {
  verification: {
    request: { path: '/me', query: { expand: 'teams' } },
    identity: {
      id: 'data.id',
      name: 'data.full_name',
      email: 'data.mail',
      login: 'data.handle',
      workspace: 'teams.0.title',
      url: 'data.page',
    },
  },
}

const identity = {
  id: '4711',
  name: 'Ada <b>Lovelace</b>',
  email: 'ada@notes.example',
  login: 'ada-lovelace',
  workspace: 'Engine',
  url: 'https://notes.example/ada',
}

let api: Upstream
let service: TestService
beforeAll(async () => {
  api = await startApi()
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'] })
})
afterAll(async () => {
  await service.close()
  await api.close()
})

let toolkits = 0
const importNotes = async (recipe: Record<string, unknown>): Promise<string> => {
  const slug = `notes${(toolkits += 1)}`
  await importToolkit(service, {
    source: { openapi: notesApi(api.url) },
    recipe: {
      recipe: 1,
      slug,
      name: 'Notes',
      description: { kind: 'openapi', base_url: api.url },
      ...recipe,
    },
  })
  return slug
}

const authConfigOf = async (slug: string, auth_config?: Record<string, unknown>) =>
  (
    await service.client.authConfigs.create({
      body: {
        toolkit: { slug },
        ...(auth_config && { auth_config: { type: 'use_custom_auth', ...auth_config } }),
      },
    })
  ).auth_config.id

const link = (authConfigId: string, user = 'ada') =>
  service.client.connectedAccounts.link({
    body: { auth_config_id: authConfigId, user_id: user },
  })

const get = (id: string) => service.client.connectedAccounts.get({ params: { nanoid: id } })

describe('a key that a user types in', () => {
  it('shows whose it is wherever the account is listed', async () => {
    verifies('accounts.identity', 'accounts.verification')
    const slug = await importNotes({ account })
    const { redirect_url, connected_account_id: id } = await link(await authConfigOf(slug))
    const page = await createVisitor().connect(redirect_url, { generic_api_key: 'key-of-ada' })
    expect(page.status).toBe(200)
    expect(page.html).toContain('<strong>ada-lovelace</strong>')
    expect(api.received.at(-1)).toMatchObject({
      url: '/me?expand=teams',
      headers: { 'x-notes-key': 'key-of-ada' },
    })
    expect(await get(id)).toMatchObject({
      status: 'ACTIVE',
      verification: 'verified',
      verified_at: expect.stringMatching(/^20/),
      identity,
    })
    const { session_id: sessionId } = await service.client.sessions.create({
      body: { user_id: 'ada', toolkits: { enable: [slug] } },
    })
    const { items } = await service.client.sessions.toolkits({
      params: { session_id: sessionId },
      query: {},
    })
    expect(items[0]?.connected_account).toMatchObject({ identity, verification: 'verified' })
    const { data } = await service.client.sessions.executeMeta({
      params: { session_id: sessionId },
      body: { slug: 'SVC_MANAGE_CONNECTIONS', arguments: { toolkits: [slug] } },
    })
    expect(JSON.stringify(data)).toContain('is connected as \\"ada-lovelace\\"')
  })

  it('is refused at its field, and never becomes an account', async () => {
    verifies('accounts.verification')
    const slug = await importNotes({ account })
    const { redirect_url, connected_account_id: id } = await link(await authConfigOf(slug))
    const user = createVisitor()
    const refused = await user.connect(redirect_url, { generic_api_key: 'refused' })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('id="field-generic_api_key-problem"')
    expect(refused.html).toContain('refused the credential (401)')
    expect(await get(id)).toMatchObject({ status: 'INITIATED', verification: 'none' })
    const again = await user.connect(redirect_url, { generic_api_key: 'key-of-ada' })
    expect(again.status).toBe(200)
    expect(await get(id)).toMatchObject({ status: 'ACTIVE', identity: { login: 'ada-lovelace' } })
  })

  it('is refused by what an answer says, where its status says nothing', async () => {
    verifies('accounts.verification')
    const refused = [{ in: 'body', path: 'ok', one_of: [false] }]
    for (const recipe of [
      { account: { verification: { ...account.verification, refused } } },
      {
        account,
        answers: { failures: [{ when: refused, message: 'error', reconnect: true }] },
      },
    ]) {
      const slug = await importNotes(recipe)
      const { redirect_url } = await link(await authConfigOf(slug))
      const { status, html } = await createVisitor().connect(redirect_url, {
        generic_api_key: 'closed',
      })
      expect(status).toBe(400)
      expect(html).toContain('refused the credential (200)')
    }
  })

  it.each(['broken', 'busy', 'moved', 'gone'])(
    'is not refused by an API that cannot be asked: %s',
    async (key) => {
      verifies('accounts.verification')
      const slug = await importNotes({ account })
      const { redirect_url, connected_account_id: id } = await link(await authConfigOf(slug))
      expect((await createVisitor().connect(redirect_url, { generic_api_key: key })).status).toBe(
        200,
      )
      expect(await get(id)).toMatchObject({
        status: 'ACTIVE',
        verification: 'unverified',
        verified_at: null,
        identity: null,
      })
    },
  )

  it('is not sent to an API that is not asked', async () => {
    verifies('accounts.verification')
    const slug = await importNotes({})
    const before = api.received.length
    const { redirect_url, connected_account_id: id } = await link(await authConfigOf(slug))
    await createVisitor().connect(redirect_url, { generic_api_key: 'refused' })
    expect(await get(id)).toMatchObject({ status: 'ACTIVE', verification: 'none' })
    expect(api.received).toHaveLength(before)
  })

  it('has an identity of plain, short texts, whatever the API says', async () => {
    verifies('accounts.identity')
    const slug = await importNotes({ account })
    const { redirect_url, connected_account_id: id } = await link(await authConfigOf(slug))
    await createVisitor().connect(redirect_url, { generic_api_key: 'hostile-key-4711' })
    const said = (await get(id)).identity
    expect(said?.name).toHaveLength(200)
    expect(said?.name).toMatch(/^x+…$/)
    expect(said?.email).toMatch(/^hostile \(left out: a link to a page of this service/)
    // The key that the API sends back is no identity.
    expect(said?.id).toMatch(/^your key is /)
    expect(said?.id).not.toContain('4711')
    expect(said?.url).toBeNull()
  })

  it('keeps its identity through a confirmation', async () => {
    verifies('accounts.identity')
    const slug = await importNotes({ account })
    const session = await service.client.connectedAccounts.link({
      body: {
        auth_config_id: await authConfigOf(slug),
        user_id: 'ada',
        confirmation: 'code',
      },
    })
    const params = { nanoid: session.connected_account_id }
    const { html } = await createVisitor().connect(session.redirect_url, {
      generic_api_key: 'key-of-ada',
    })
    expect(html).toContain('<strong>ada-lovelace</strong>')
    expect((await get(params.nanoid)).identity).toBeNull()
    const code = /class="code"><strong>([^<]+)</.exec(html)?.[1] ?? ''
    await service.client.connectedAccounts.confirm({ params, body: { code } })
    expect(await get(params.nanoid)).toMatchObject({ identity, verification: 'verified' })
  })
})

describe('validate_credentials', () => {
  it('asks by the recipe, also for other schemes than keys', async () => {
    verifies('accounts.validate-credentials.schemes')
    const authConfigId = await authConfigOf(
      await importNotes({ account, auth: [{ scheme: 'BEARER_TOKEN' }] }),
    )
    const unasked = await authConfigOf(await importNotes({ auth: [{ scheme: 'BEARER_TOKEN' }] }))
    const create = (token: string, validate_credentials?: boolean, id = authConfigId) =>
      service.request('POST', '/api/v3/connected_accounts', {
        body: {
          auth_config: { id },
          connection: { user_id: 'ada', state: { authScheme: 'BEARER_TOKEN', val: { token } } },
          ...(validate_credentials && { validate_credentials }),
        },
      })
    expect((await create('tok-12345678', true)).body).toMatchObject({
      status: 'ACTIVE',
      verification: 'verified',
      identity,
    })
    expect((await create('tok-12345678')).body).toMatchObject({
      status: 'ACTIVE',
      verification: 'none',
      identity: null,
    })
    const refused = await create('is-refused-0123', true)
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('refused the credential (401)'),
    ])
    expect((await create('tok-12345678', true, unasked)).body).toMatchObject({
      status: 'ACTIVE',
      verification: 'none',
    })
  })
})

describe('an OAuth account', () => {
  let server: AuthorizationServer
  beforeAll(async () => {
    server = await startAuthorizationServer({
      clients: [{ client_id: 'app', client_secret: 'app-secret-0123456789' }],
      redirectUris: [`${service.url}/oauth/callback`],
      keep: true,
    })
  })
  afterAll(() => server.close())

  const startOAuth = async (path: string) => {
    const slug = await importNotes({
      auth: [
        {
          scheme: 'OAUTH2',
          oauth: {
            authorization_url: server.authorizationUrl,
            token_url: server.tokenUrl,
            revocation_url: server.revocationUrl,
          },
        },
      ],
      account: { verification: { ...account.verification, request: { path } } },
    })
    const authConfigId = await authConfigOf(slug, {
      credentials: { client_id: 'app', client_secret: 'app-secret-0123456789', scopes: ['read'] },
    })
    return link(authConfigId)
  }

  const come = async (url: string) => {
    const user = createVisitor()
    const sent = await user.connect(url)
    return user.visit((await server.authorize(sent.leadsTo ?? '')).href)
  }

  it('is asked for with its token', async () => {
    verifies('accounts.identity')
    const { redirect_url, connected_account_id: id } = await startOAuth('/me')
    const page = await come(redirect_url)
    expect(page.html).toContain('<strong>ada-lovelace</strong>')
    expect(api.received.at(-1)?.headers.authorization).toMatch(/^Bearer /)
    expect(await get(id)).toMatchObject({ status: 'ACTIVE', identity })
  })
  it('is FAILED with the reason where the API refuses the token, which is revoked', async () => {
    verifies('accounts.verification')
    const { redirect_url, connected_account_id: id } = await startOAuth('/refused')
    const page = await come(redirect_url)
    expect(page.status).toBe(400)
    expect(page.html).toContain('refused the credential (401)')
    expect(await get(id)).toMatchObject({
      status: 'FAILED',
      status_reason: expect.stringContaining('refused the credential (401)'),
      verification: 'none',
    })
    await expect
      .poll(() => server.received.filter(({ path }) => server.revocationUrl.endsWith(path)).length)
      .toBeGreaterThan(0)
  })
})

describe('a recipe whose requests lead elsewhere', () => {
  it('is refused, so that no credential goes there', async () => {
    verifies('accounts.verification')
    await expect(
      importNotes({
        auth: [{ scheme: 'BEARER_TOKEN' }],
        account: { verification: { request: { path: 'https://elsewhere.example/me' } } },
      }),
    ).rejects.toThrow('recipe.account.verification.request.path: https://elsewhere.example')
  })
})
