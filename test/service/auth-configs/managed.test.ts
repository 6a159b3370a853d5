import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OAuthApps } from '../../../src/service/auth-configs/oauth-apps.ts'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startAuthorizationServer } from '../../support/start-authorization-server.ts'
import { addToolkit, writeRecipes, type OwnRecipe } from '../../support/own-recipes.ts'
import { startService, type StartOptions } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'

const secret = 'operators-secret-canary-0123456789'
const publicUrl = 'https://plugboard.example'

type OAuth = NonNullable<OwnRecipe['oauth']>

const app = (
  hosts: string[] | undefined,
  more: Partial<OAuthApps[string]> = {},
): OAuthApps[string] => ({
  client_id: 'operators-app',
  client_secret: secret,
  auth_scheme: 'OAUTH2',
  ...(hosts && { hosts }),
  ...more,
})

const provider: OAuth = {
  authorization_url: 'https://login.provider.example/authorize',
  token_url: 'https://login.provider.example/token',
}

const start = async (
  oauthApps: OAuthApps,
  recipes: Record<string, OwnRecipe>,
  options: StartOptions = {},
) => {
  const { folder, remove } = await writeRecipes(recipes, { keep: true })
  const service = await startService({
    egressAllow: ['127.0.0.1/32'],
    publicUrl,
    oauthApps,
    recipeFolder: folder,
    ...options,
  })
  await remove()
  const create = (slug: string, auth_config: Record<string, unknown> = {}) =>
    service.request('POST', '/api/v3/auth_configs', {
      body: { toolkit: { slug }, auth_config: { type: 'use_svc_managed_auth', ...auth_config } },
    })
  const createId = async (slug: string, auth_config: Record<string, unknown> = {}) =>
    (await create(slug, auth_config)).body.auth_config.id as string
  return { service, client: service.client, create, createId }
}

const elsewhere = (host: string): OAuth => ({ ...provider, token_url: `https://${host}/token` })

/** Toolkits that must not get the application, and why. */
const refused: Record<string, OAuth> = {
  'asks for tokens elsewhere': elsewhere('evil.example'),
  'asks for tokens without encryption': {
    ...provider,
    token_url: 'http://login.provider.example/token',
  },
  'asks for tokens at another port': elsewhere('login.provider.example:8443'),
  'asks for tokens below the host': elsewhere('evil.login.provider.example'),
  'asks for tokens at a host that ends alike': elsewhere('evil-login.provider.example'),
  'lets accounts choose the host': elsewhere('{region}.provider.example'),
  'lets accounts choose a part of the domain': elsewhere('login.{name}.example'),
  'lets accounts go on with the host': elsewhere('login.provider.example{rest}'),
  'renews tokens elsewhere': { ...provider, refresh_url: 'https://evil.example/token' },
  'revokes tokens elsewhere': { ...provider, revocation_url: 'https://evil.example/revoke' },
  'sends users elsewhere': { ...provider, authorization_url: 'https://evil.example/authorize' },
  'has its addresses published elsewhere': { issuer: 'https://evil.example' },
}
const slugOf = (reason: string): string => reason.replaceAll(' ', '_').slice(0, 40)

const fields = ['region', 'name', 'rest'].map((name) => ({ name, required: false }))
const shop = [{ name: 'shop' }]
const shops: Record<string, OwnRecipe> = {
  shops: {
    oauth: {
      authorization_url: 'https://{shop}.shops.example/authorize',
      token_url: 'https://{shop}.shops.example/token',
    },
    fields: shop,
  },
  deep: {
    oauth: {
      authorization_url: 'https://a.shops.example/authorize',
      token_url: 'https://{shop}.evil.shops.example/token',
    },
    fields: shop,
  },
}

let shared: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  const named = ['listed', 'scoped', 'other']
  const written: OAuth = {
    ...provider,
    authorization_url: 'https://login.provider.example/{client_secret}',
  }
  const recipes: Record<string, OwnRecipe> = {
    ...Object.fromEntries([...named, 'without'].map((slug) => [slug, { oauth: provider }])),
    ...Object.fromEntries(
      Object.entries(refused).map(([reason, oauth]) => [slugOf(reason), { oauth, fields }]),
    ),
    ...shops,
    open: shops['shops'] ?? {},
    keyed: { scheme: 'API_KEY' },
    written: { oauth: written },
  }
  const apps = Object.fromEntries(
    Object.keys(recipes)
      .filter((slug) => slug !== 'without')
      .map((slug) => [slug, app(['login.provider.example'])]),
  )
  shared = await start(
    {
      ...apps,
      scoped: app(['login.provider.example'], { scopes: 'read' }),
      listed: app(undefined),
      shops: app(['*.shops.example']),
      deep: app(['*.shops.example']),
      open: app(undefined),
    },
    recipes,
    { keep: true },
  )
})
afterAll(() => shared.service.close())

describe("an auth config with the operator's own OAuth application", () => {
  it('connects accounts, and neither stores nor shows its secret', async () => {
    verifies(
      'auth-configs.managed',
      'auth-configs.managed.shown',
      'auth-configs.redirect-uri.managed',
    )
    const idp = await startAuthorizationServer({
      clients: [{ client_id: 'operators-app', client_secret: secret }],
      redirectUris: [`${publicUrl}/oauth/callback/app_notes`],
    })
    const upstream = await startUpstream((request, response) =>
      json(response, 200, { authorization: request.headers.authorization ?? null }),
    )
    const place = await createSharedDatabase()
    const lines: string[] = []
    const { service, client, create } = await start(
      { notes: app([idp.url], { scopes: ['read'] }) },
      {
        notes: {
          oauth: { authorization_url: idp.authorizationUrl, token_url: idp.tokenUrl },
          url: upstream.url,
        },
      },
      {
        database: place.database,
        logLevel: 'trace',
        writeLog: { write: (line) => void lines.push(line) },
      },
    )
    await addToolkit(service, 'notes')

    const made = await create('notes', { name: 'Of the operator' })
    expect(made).toMatchObject({
      status: 201,
      body: {
        toolkit: { slug: 'notes' },
        auth_config: {
          id: expect.stringMatching(/^ac_/),
          auth_scheme: 'OAUTH2',
          is_svc_managed: true,
        },
      },
    })
    const authConfigId = made.body.auth_config.id as string
    const account = await client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfigId },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
        },
      },
    })
    const sentTo = new URL(account.redirect_url ?? '')
    expect(Object.fromEntries(sentTo.searchParams)).toMatchObject({
      client_id: 'operators-app',
      scope: 'read',
    })
    const back = await idp.authorize(sentTo)
    await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })

    const executed = await client.tools.execute({
      params: { tool_slug: 'NOTES_GET_NOTE' },
      body: { user_id: 'ada', arguments: { id: '1' } },
    })
    expect(executed).toMatchObject({
      error: null,
      data: { authorization: expect.stringMatching(/^Bearer ./) },
    })
    expect(idp.tokenRequests()).toMatchObject([
      {
        status: 200,
        headers: {
          authorization: `Basic ${Buffer.from(`operators-app:${secret}`).toString('base64')}`,
        },
      },
    ])

    const record = await client.authConfigs.get({ params: { nanoid: authConfigId } })
    expect(record).toMatchObject({
      type: 'default',
      is_svc_managed: true,
      redirect_uri: `${publicUrl}/oauth/callback/app_notes`,
      redirect_uri_is_shared: false,
      credentials: { scopes: ['read'] },
      no_of_connections: 1,
    })
    expect(Object.keys(record.credentials)).toEqual(['scopes'])
    const answers = [
      record,
      executed,
      await client.connectedAccounts.get({ params: { nanoid: account.id } }),
      await client.logs.list(),
    ]
    expect(answers[2]).toMatchObject({
      status: 'ACTIVE',
      auth_config: { id: authConfigId, is_svc_managed: true },
    })
    expect(JSON.stringify(answers)).not.toContain('operators-')
    expect(JSON.stringify(account)).not.toContain(secret)
    const stored = await Promise.all(
      ['auth_configs', 'connected_accounts', 'link_sessions', 'toolkit_versions'].map((table) =>
        place.query(`select * from ${table}`),
      ),
    )
    expect(JSON.stringify(stored)).not.toContain('operators-')
    expect(lines.join('\n')).not.toContain(secret)
  })

  it('is listed by itself, and stands in sessions', async () => {
    verifies('auth-configs.managed.shown', 'auth-configs.list')
    const { client, create, createId } = shared
    await addToolkit(shared.service, 'listed')
    const managed = await createId('listed')
    const own = (
      await create('listed', {
        type: 'use_custom_auth',
        credentials: { client_id: 'x', client_secret: 'y' },
      })
    ).body.auth_config
    expect(own.is_svc_managed).toBe(false)
    const ids = async (filter: { is_svc_managed?: boolean; show_disabled?: boolean }) => {
      const { items, total_items } = await client.authConfigs.list({
        query: { ...filter, toolkit_slug: 'listed' },
      })
      expect(total_items).toBe(items.length)
      return items.map(({ id }) => id).toSorted()
    }
    expect(await ids({ is_svc_managed: true })).toEqual([managed])
    expect(await ids({ is_svc_managed: false, show_disabled: true })).toEqual([own.id])
    expect(await ids({})).toEqual([managed, own.id].toSorted())

    expect((await client.toolkits.list({ query: { search: 'listed' } })).items).toMatchObject([
      { slug: 'listed', svc_managed_auth_schemes: ['OAUTH2'] },
    ])
    expect(
      (await client.toolkits.get({ params: { slug: 'listed' } })).svc_managed_auth_schemes,
    ).toEqual(['OAUTH2'])
    await client.connectedAccounts.create({
      body: {
        auth_config: { id: managed },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { status: 'ACTIVE', access_token: 'brought-along' } },
        },
      },
    })
    const { session_id } = await client.sessions.create({ body: { user_id: 'ada' } })
    expect(
      (await client.sessions.toolkits({ params: { session_id }, query: { toolkits: 'listed' } }))
        .items,
    ).toMatchObject([
      {
        slug: 'listed',
        svc_managed_auth_schemes: ['OAUTH2'],
        connected_account: { auth_config: { id: managed, is_svc_managed: true } },
      },
    ])
  })

  it('takes scopes, and nothing that belongs to an application', async () => {
    verifies('auth-configs.managed.update', 'auth-configs.update.scopes')
    const { service, client, create, createId } = shared
    await addToolkit(shared.service, 'scoped')
    const patch = (nanoid: string, body: Record<string, unknown>) =>
      service.request('PATCH', `/api/v3/auth_configs/${nanoid}`, { body })
    const id = await createId('scoped')
    expect((await client.authConfigs.get({ params: { nanoid: id } })).credentials).toEqual({
      scopes: 'read',
    })
    expect(
      (await patch(id, { type: 'default', scopes: { any: ['form'] }, name: 'Renamed' })).body,
    ).toMatchObject({
      type: 'default',
      name: 'Renamed',
      credentials: { scopes: { any: ['form'] } },
    })
    expect(
      (await patch(id, { type: 'custom', credentials: { user_scopes: ['identify'] } })).body,
    ).toMatchObject({
      type: 'default',
      credentials: { scopes: { any: ['form'] }, user_scopes: ['identify'] },
    })

    const proxy_config = { proxy_url: 'http://127.0.0.1:9' }
    for (const body of [
      { credentials: { client_id: 'mine' } },
      { credentials: { client_secret: 'mine' } },
      { credentials: { base_url: 'https://evil.example' } },
      { proxy_config },
    ]) {
      const [field] =
        'proxy_config' in body
          ? ['proxy_config']
          : Object.keys(body.credentials ?? {}).map((name) => `credentials.${name}`)
      for (const { status, body: answer } of [
        await create('scoped', body),
        await patch(id, { type: 'custom', ...body }),
      ]) {
        expect([status, answer.error?.errors]).toEqual([
          400,
          [expect.stringContaining(`${field}: `)],
        ])
      }
    }
    const custom = (
      await create('scoped', {
        type: 'use_custom_auth',
        credentials: { client_id: 'mine-0123456789' },
      })
    ).body.auth_config.id as string
    expect((await patch(custom, { type: 'default', name: 'still my own' })).body).toMatchObject({
      type: 'custom',
      is_svc_managed: false,
      credentials: { client_id: 'mine-0123456789' },
    })
  })

  it('follows what the configuration says now', async () => {
    verifies('auth-configs.managed')
    const place = await createSharedDatabase()
    const first = await start(
      { notes: app(['login.provider.example']) },
      { notes: { oauth: provider } },
      { database: place.database },
    )
    await addToolkit(first.service, 'notes')
    const id = await first.createId('notes')
    const apiKey = { 'x-api-key': first.service.apiKey }
    await first.service.close()
    const begin = async (apps: OAuthApps) => {
      const service = await startService({
        egressAllow: ['127.0.0.1/32'],
        publicUrl,
        database: place.database,
        oauthApps: apps,
      })
      const { body } = await service.request('POST', '/api/v3/connected_accounts', {
        headers: apiKey,
        body: {
          auth_config: { id },
          connection: { state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } } },
        },
      })
      await service.close()
      return body
    }
    expect(
      (await begin({ notes: app(['login.provider.example'], { client_id: 'a-newer-app' }) }))
        .redirect_url,
    ).toContain('client_id=a-newer-app')
    for (const apps of [{}, { notes: app(['elsewhere.example']) }] as OAuthApps[]) {
      const answer = await begin(apps)
      expect(answer).toMatchObject({
        error: { status: 400, message: expect.stringContaining('client_id') },
      })
      expect(JSON.stringify(answer)).not.toContain('operators-')
    }
  })
})

describe("the operator's OAuth application is refused", () => {
  it('where there is none for the toolkit or its scheme', async () => {
    verifies('auth-configs.managed.absent')
    const { client, create } = shared
    await addToolkit(shared.service, 'without')
    await addToolkit(shared.service, 'keyed')
    for (const slug of ['without', 'keyed']) {
      const { status, body } = await create(slug)
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringContaining(`has no OAuth application for "${slug}"`),
      ])
      expect(body.error.suggested_fix).toContain('PLUGBOARD_OAUTH_APPS')
      expect((await client.toolkits.get({ params: { slug } })).svc_managed_auth_schemes).toEqual([])
    }
    expect((await create('unknown')).status).toBe(404)
    await addToolkit(shared.service, 'other')
    expect((await create('other', { authScheme: 'OAUTH2' })).status).toBe(201)
    expect((await create('other', { authScheme: 'API_KEY' })).status).toBe(400)
  })

  it.each(Object.entries(refused))('by a toolkit that %s', async (reason) => {
    verifies('auth-configs.managed.hosts')
    const { client, create } = shared
    const slug = slugOf(reason)
    await addToolkit(shared.service, slug)
    const { status, body } = await create(slug)
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringContaining('not for the addresses'),
    ])
    expect((await client.toolkits.get({ params: { slug } })).svc_managed_auth_schemes).toEqual([])
  })

  it('unless the operator leaves the first name of the host open, and then goes nowhere else', async () => {
    verifies('auth-configs.managed.hosts')
    const { service, create } = shared
    for (const slug of ['shops', 'deep', 'open']) await addToolkit(service, slug)
    const { status, body } = await create('shops')
    expect(status).toBe(201)
    for (const slug of ['deep', 'open']) expect((await create(slug)).status).toBe(400)
    const connect = (shop: string) =>
      service.request('POST', '/api/v3/connected_accounts', {
        body: {
          auth_config: { id: body.auth_config.id },
          connection: { state: { authScheme: 'OAUTH2', val: { long_redirect_url: true, shop } } },
        },
      })
    expect((await connect('blue')).body.redirect_url).toMatch(
      /^https:\/\/blue\.shops\.example\/authorize\?/,
    )
    for (const shop of [
      'evil.example/',
      'evil.example#',
      'evil.example?',
      'a@evil',
      'evil.example\\',
      '',
    ])
      expect((await connect(shop)).status, shop).toBe(400)
  })

  it('and never written into an address', async () => {
    verifies('auth-configs.managed.hosts')
    const { service, create } = shared
    await addToolkit(service, 'written')
    const { body } = await create('written')
    const answer = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: body.auth_config.id },
        connection: { state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } } },
      },
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).not.toContain(secret)
  })
})
