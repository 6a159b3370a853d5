import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startOAuth1Server } from '../../support/start-oauth1-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

type Auth = NonNullable<Parameters<TestService['client']['toolkits']['import']>[0]['body']['auth']>

const publicUrl = 'https://plugboard.example'
const private_key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs1', format: 'pem' })
  .toString()

/** A third party that gives tokens at `/login…` and takes those it gave. */
let upstream: Upstream
let service: TestService

beforeAll(async () => {
  let given = 0
  upstream = await startUpstream(
    (request, response) => {
      const { authorization = '' } = request.headers
      if (!request.url.startsWith('/login'))
        return json(response, authorization === `Bearer token-number-${given}` ? 200 : 401, {
          authorized: true,
        })
      const isRefused =
        request.url === '/login' &&
        authorization !== `Basic ${Buffer.from('ada:right').toString('base64')}`
      if (isRefused) return json(response, 401, { message: 'wrong password' })
      given += 1
      return json(response, 200, { token: `token-number-${given}`, expires_in: 3600 })
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32'], publicUrl })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

/** An auth config of a new toolkit. */
const prepare = async (
  slug: string,
  auth: Auth,
  {
    url = upstream.url,
    credentials = {},
    ...more
  }: { url?: string; credentials?: Record<string, unknown>; redirect_uri?: string } = {},
): Promise<string> => {
  await importToolkit(service, { slug, source: { openapi: openNotesApi(url) }, auth })
  return (
    await service.client.authConfigs.create({
      body: { toolkit: { slug }, auth_config: { type: 'use_custom_auth', credentials, ...more } },
    })
  ).auth_config.id
}

const connect = async (authConfigId: string, val: Record<string, unknown>) => {
  const { auth_scheme: authScheme } = await service.client.authConfigs.get({
    params: { nanoid: authConfigId },
  })
  return service.request('POST', '/api/v3/connected_accounts', {
    body: {
      auth_config: { id: authConfigId },
      connection: { user_id: 'ada', state: { authScheme, val } },
    },
  })
}

const call = (slug: string) =>
  service.client.tools.execute({
    params: { tool_slug: `${slug.toUpperCase()}_GET_NOTE` },
    body: { user_id: 'ada', arguments: { id: 'a b' } },
  })

describe('an account that is connected by its own values', () => {
  it.each<[string, Auth, () => Record<string, unknown>, () => Record<string, unknown>]>([
    [
      'jwt',
      { scheme: 'BASIC_WITH_JWT', oauth: { token_url: 'URL/login' } },
      () => ({ username: 'ada', password: 'right' }),
      () => ({ username: 'ada', password: 'wrong' }),
    ],
    [
      'robot',
      { scheme: 'SERVICE_ACCOUNT', oauth: { token_url: 'URL/login/{installation_id}/tokens' } },
      () => ({ application_id: '1', installation_id: '7', private_key }),
      () => ({ application_id: '1', installation_id: '7', private_key: 'no key' }),
    ],
    [
      'google',
      { scheme: 'GOOGLE_SERVICE_ACCOUNT', oauth: { token_url: 'URL/login/google' } },
      () => ({
        credentials_json: JSON.stringify({ client_email: 'robot@project.example', private_key }),
      }),
      () => ({ credentials_json: '{}' }),
    ],
  ])('exchanges them for a token and calls with it: %s', async (slug, auth, right, wrong) => {
    verifies('accounts.values.per-scheme')
    const authConfigId = await prepare(slug, {
      ...auth,
      oauth: { token_url: auth.oauth?.token_url?.replace('URL', upstream.url) ?? '' },
    })
    const refused = await connect(authConfigId, wrong())
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.not.stringContaining('"wrong"'),
    ])

    const { status, body } = await connect(authConfigId, right())
    expect([status, body.status]).toEqual([201, 'ACTIVE'])
    expect(await call(slug)).toMatchObject({ error: null, data: { authorized: true } })
    expect(upstream.received.at(-1)).toMatchObject({ method: 'GET', url: '/notes/a%20b' })
    const shown = JSON.stringify(
      await service.client.connectedAccounts.get({ params: { nanoid: body.id } }),
    )
    expect(shown).not.toMatch(/token-number-|BEGIN RSA|"right"/)
  })

  it('is not asked whom the service account shall act for', async () => {
    verifies('auth-schemes.google-service-account')
    const {
      auth_config_details: [detail],
    } = await service.client.toolkits.get({ params: { slug: 'google' } })
    expect(detail?.fields.connected_account_initiation.optional).toMatchObject([
      { name: 'subject', user_visible: false },
    ])
  })

  it('signs for the installation that it names', () => {
    const asked = upstream.received.find(({ url }) => url === '/login/7/tokens')
    expect(decodeJwt((asked?.headers.authorization ?? '').slice('Bearer '.length)).iss).toBe('1')
  })
})

describe('an account that is connected with OAuth 1', () => {
  it('is sent to the provider, comes back, and signs its calls', async () => {
    verifies('auth-schemes.oauth1', 'accounts.values.per-scheme', 'auth-schemes.oauth2.mix-up')
    const server = await startOAuth1Server()
    const oauth = {
      request_token_url: server.requestTokenUrl,
      authorization_url: server.authorizationUrl,
      token_url: server.tokenUrl,
    }
    const credentials = {
      consumer_key: server.consumer.key,
      consumer_secret: server.consumer.secret,
    }
    const { redirect_uri } = await service.client.authConfigs.reserveRedirectUri()
    const authConfigId = await prepare(
      'signed',
      { scheme: 'OAUTH1', oauth },
      { url: `${server.url}/api`, credentials, redirect_uri },
    )

    const { status, body } = await connect(authConfigId, { long_redirect_url: true })
    expect([status, body.status]).toEqual([201, 'INITIATED'])
    expect(Object.keys(body.connectionData.val)).toEqual(
      expect.arrayContaining([
        'authUri',
        'oauth_token',
        'oauth_token_secret',
        'redirectUrl',
        'status',
      ]),
    )
    const back = new URL(await server.authorize(body.redirect_url))
    expect(back.origin + back.pathname).toBe(redirect_uri)
    // On any other path it is no answer to this attempt.
    expect((await fetch(`${service.url}/oauth/callback${back.search}`)).status).toBe(400)
    expect(
      (await service.client.connectedAccounts.get({ params: { nanoid: body.id } })).status,
    ).toBe('INITIATED')
    await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' })

    expect(
      (await service.client.connectedAccounts.get({ params: { nanoid: body.id } })).status,
    ).toBe('ACTIVE')
    expect(await call('signed')).toMatchObject({ error: null, data: { signed: true } })
    const proxied = await service.client.tools.proxy({
      body: {
        connected_account_id: body.id,
        endpoint: '/search?b=2',
        method: 'GET',
        parameters: [{ name: 'a', value: '1 & ü', type: 'query' }],
      },
    })
    expect(proxied).toMatchObject({ status: 200, data: { signed: true } })
    const used = new Set(
      server.received
        .map(({ headers }) => /oauth_nonce="(\w+)"/.exec(headers.authorization ?? '')?.[1])
        .filter(Boolean),
    )
    expect(used.size).toBe(4)
  })
})

describe('a token that a request brings along', () => {
  it('is sent as it is, without an exchange', async () => {
    const before = upstream.received.length
    const send = (val: Record<string, unknown>) =>
      service.request('POST', '/api/v3/tools/execute/proxy', {
        body: {
          endpoint: '/notes',
          method: 'GET',
          custom_connection_data: { authScheme: 'SERVICE_ACCOUNT', toolkitSlug: 'robot', val },
        },
      })
    expect(
      (await send({ application_id: '1', installation_id: '7', private_key })).body.error.errors,
    ).toEqual([expect.stringContaining('access_token')])
    await send({ access_token: 'brought-along' })
    expect(upstream.received.slice(before)).toMatchObject([
      { url: '/notes', headers: { authorization: 'Bearer brought-along' } },
    ])
  })
})

describe('a scheme that this service cannot carry out', () => {
  it.each(['SAML', 'BILLCOM_AUTH', 'CALCOM_AUTH'] as const)(
    'is named in the answer, with what can be used: %s',
    async (authScheme) => {
      verifies('accounts.create.unsupported')
      const { status, body } = await service.request('POST', '/api/v3/tools/execute/proxy', {
        body: {
          endpoint: '/notes',
          method: 'GET',
          custom_connection_data: { authScheme, toolkitSlug: 'jwt', val: { access_token: 'x' } },
        },
      })
      expect([status, body.error.message]).toEqual([501, expect.stringContaining(authScheme)])
      expect(body.error.suggested_fix).toContain('OAUTH2')
    },
  )
})
