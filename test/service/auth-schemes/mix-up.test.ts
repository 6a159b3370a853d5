import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import {
  startAuthorizationServer,
  type AuthorizationServer,
} from '../../support/start-authorization-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'

type Auth = NonNullable<Parameters<TestService['client']['toolkits']['import']>[0]['body']['auth']>
type Client = Pick<TestService['client'], 'toolkits' | 'authConfigs'>
type AuthConfigRequest = NonNullable<
  Parameters<TestService['client']['authConfigs']['create']>[0]['body']['auth_config']
>

const publicUrl = 'https://plugboard.example'

let service: TestService
let honest: AuthorizationServer
/** The redirect URI that the honest application is registered with. */
let registered: string
let api: Upstream
/** Sends whoever wants to connect with it on to the honest server, as the attacker prepared it. */
let hostile: Upstream
let leadOn: (begun: URL) => URL

const local = (url: string | URL) => String(url).replace(publicUrl, service.url)
const confidential = {
  client_id: 'confidential',
  client_secret: 'secret-of-the-honest-application',
}

beforeAll(async () => {
  api = await startUpstream(
    (request, response) =>
      json(response, 200, { authorization: request.headers.authorization ?? null }),
    { keep: true },
  )
  hostile = await startUpstream(
    (request, response) => {
      const url = new URL(request.url, 'http://hostile.example')
      if (url.pathname === '/authorize')
        return void response.writeHead(302, { location: leadOn(url).href }).end()
      if (url.pathname.startsWith('/.well-known/'))
        return json(response, 200, documented(hostile.url))
      if (url.pathname === '/register')
        return json(response, 201, {
          client_id: 'plugboard-at-the-hostile-server',
          token_endpoint_auth_method: 'none',
        })
      return json(response, 503, {})
    },
    { keep: true },
  )
  service = await startService({ keep: true, publicUrl, egressAllow: ['127.0.0.1/32'] })
  registered = (await service.client.authConfigs.reserveRedirectUri()).redirect_uri
  honest = await startAuthorizationServer({
    keep: true,
    clients: [confidential, { client_id: 'public' }],
    redirectUris: [registered, `${publicUrl}/oauth/callback`],
  })
})
afterAll(async () => {
  await service.close()
  await Promise.all([honest.close(), hostile.close(), api.close()])
})

const prepare = async (
  client: Client,
  slug: string,
  auth: Auth,
  auth_config: AuthConfigRequest,
): Promise<string> => {
  await importToolkit(
    { client: client as TestService['client'] },
    { slug, source: { openapi: openNotesApi(api.url) }, auth },
  )
  return (await client.authConfigs.create({ body: { toolkit: { slug }, auth_config } })).auth_config
    .id
}

/** What a hostile server says of itself to be given a client document. */
const documented = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
})

const atHonest = (): Auth => ({
  scheme: 'OAUTH2',
  oauth: { authorization_url: honest.authorizationUrl, token_url: honest.tokenUrl },
})
const atHostile = (): Auth => ({
  scheme: 'OAUTH2',
  oauth: { authorization_url: `${hostile.url}/authorize`, token_url: `${hostile.url}/token` },
})
const custom = (
  credentials: Record<string, unknown>,
  redirect_uri?: string,
): AuthConfigRequest => ({
  type: 'use_custom_auth',
  credentials: { scopes: ['read'], ...credentials },
  ...(redirect_uri !== undefined && { redirect_uri }),
})
const newest = async (slug: string) =>
  (await service.client.authConfigs.list({ query: { toolkit_slug: [slug] } })).items[0]?.id ?? ''
const reserve = async () => (await service.client.authConfigs.reserveRedirectUri()).redirect_uri

/** What a user's browser does until it leaves for the provider. */
const begin = async (authConfigId: string, user_id: string) => {
  const { redirect_url, connected_account_id } = await service.client.connectedAccounts.link({
    body: { auth_config_id: authConfigId, user_id },
  })
  const browser = createVisitor()
  const { leadsTo } = await browser.connect(local(redirect_url))
  return { browser, url: new URL(leadsTo ?? ''), account: connected_account_id }
}
const statusOf = async (nanoid: string) =>
  (await service.client.connectedAccounts.get({ params: { nanoid } })).status

/**
 * To the honest server with the state of the victim and the challenge of the attacker; answers
 * where its code goes.
 */
const steal = async (attackers: URL, victims: URL, redirectUri: string): Promise<URL> => {
  leadOn = (begun) => {
    const url = new URL(attackers)
    url.searchParams.set('state', begun.searchParams.get('state') ?? '')
    url.searchParams.set('redirect_uri', redirectUri)
    return url
  }
  const { headers } = await fetch(victims, { redirect: 'manual' })
  const back = await honest.authorize(headers.get('location') ?? '', { user: 'victim' })
  // Most servers do not say who they are, which would end the attack as well.
  back.searchParams.delete('iss')
  return back
}

describe('a hostile server that sends a victim on to an honest one', () => {
  it.each<[string, () => Promise<[string, string]>]>([
    [
      'a confidential client',
      async () => [
        await prepare(service.client, 'honest1', atHonest(), custom(confidential, registered)),
        await prepare(
          service.client,
          'hostile1',
          atHostile(),
          custom({ client_id: 'x' }, await reserve()),
        ),
      ],
    ],
    [
      'a public client',
      async () => [
        await prepare(
          service.client,
          'honest2',
          atHonest(),
          custom({ client_id: 'public' }, registered),
        ),
        await prepare(
          service.client,
          'hostile2',
          atHostile(),
          custom({ client_id: 'x' }, await reserve()),
        ),
      ],
    ],
    [
      'clients that register themselves',
      async () => [
        await prepare(
          service.client,
          'honest3',
          { scheme: 'DCR_OAUTH', oauth: { issuer: honest.issuer } },
          custom({}),
        ),
        await prepare(
          service.client,
          'hostile3',
          {
            scheme: 'DCR_OAUTH',
            oauth: { ...atHostile().oauth, registration_url: `${hostile.url}/register` },
          },
          custom({}),
        ),
      ],
    ],
    [
      'an honest server on the shared path',
      async () => [
        await prepare(service.client, 'honest4', atHonest(), custom(confidential)),
        await prepare(
          service.client,
          'hostile4',
          atHostile(),
          custom({ client_id: 'x' }, await reserve()),
        ),
      ],
    ],
  ])('gets no code and no account: %s', async (_name, prepared) => {
    verifies('auth-schemes.oauth2.mix-up', 'auth-configs.redirect-uri.reserve')
    const [honestConfig, hostileConfig] = await prepared()
    const attacker = await begin(honestConfig, 'attacker')
    const victim = await begin(hostileConfig, 'victim')
    const ofHonest = attacker.url.searchParams.get('redirect_uri') ?? ''
    const ofHostile = victim.url.searchParams.get('redirect_uri') ?? ''
    expect(ofHonest).not.toBe(ofHostile)
    await expect(steal(attacker.url, victim.url, ofHostile)).rejects.toThrow('400')

    const back = await steal(attacker.url, victim.url, ofHonest)
    expect(back.searchParams.get('code')).toBeTruthy()
    expect((await victim.browser.visit(local(back))).status).toBe(400)
    expect(hostile.received.filter(({ url }) => url.startsWith('/token'))).toEqual([])
    expect([await statusOf(victim.account), await statusOf(attacker.account)]).toEqual([
      'INITIATED',
      'INITIATED',
    ])

    // Nothing of it keeps an honest user from connecting.
    const ada = await begin(honestConfig, 'ada')
    expect((await ada.browser.visit(local(await honest.authorize(ada.url)))).status).toBe(200)
    expect(await statusOf(ada.account)).toBe('ACTIVE')
  })
})

describe('a hostile server that has the client document shown to an honest one', () => {
  it('gets no code, since the honest server does not call itself by its name', async () => {
    verifies('auth-schemes.oauth2.mix-up', 'auth-schemes.dcr-oauth.document-iss')
    const documents: Record<string, unknown> = {}
    const issuer = await startAuthorizationServer({ documents })
    const victim = await begin(
      await prepare(
        service.client,
        'hostile5',
        { scheme: 'DCR_OAUTH', oauth: { issuer: hostile.url } },
        custom({}),
      ),
      'victim',
    )
    const clientId = victim.url.searchParams.get('client_id') ?? ''
    documents[clientId] = await (await fetch(local(clientId))).json()
    expect(documents[clientId]).toMatchObject({
      client_id: clientId,
      redirect_uris: [victim.url.searchParams.get('redirect_uri')],
    })

    const onward = new URL(issuer.authorizationUrl)
    // The challenge may be the hostile server's own: it would redeem the code itself, as a client
    // that needs no proof.
    onward.search = victim.url.search
    const back = await issuer.authorize(onward, { user: 'victim' })
    for (const iss of [issuer.issuer, null]) {
      const again = iss === null ? await begin(await newest('hostile5'), 'victim') : victim
      back.searchParams.set('state', again.url.searchParams.get('state') ?? '')
      if (iss === null) back.searchParams.delete('iss')
      expect((await again.browser.visit(local(back))).status).toBe(400)
      expect(await statusOf(again.account)).toBe('FAILED')
    }
    expect(hostile.received.filter(({ url }) => url.startsWith('/token'))).toEqual([])
  })
})

describe('a redirect URI', () => {
  it('that another authorization server uses is refused, however the addresses come about', async () => {
    verifies('auth-configs.redirect-uri.one-server', 'auth-configs.redirect-uri.shared')
    const { client } = service
    const refusal = {
      error: {
        status: 400,
        message: expect.stringContaining('another authorization server'),
        suggested_fix: expect.stringContaining('/auth_configs/redirect_uris'),
      },
    }
    const create = (slug: string, auth_config: AuthConfigRequest) =>
      service.request('POST', '/api/v3/auth_configs', { body: { toolkit: { slug }, auth_config } })
    await importToolkit(service, {
      slug: 'elsewhere',
      source: { openapi: openNotesApi(api.url) },
      auth: {
        scheme: 'OAUTH2',
        oauth: { authorization_url: '{base}/authorize', token_url: '{base}/token' },
        fields: [{ name: 'base', required: false }],
      },
    })
    await prepare(client, 'first', atHonest(), custom(confidential, registered))
    await prepare(client, 'firstshared', atHonest(), custom(confidential))

    expect(
      (await create('elsewhere', custom({ client_id: 'x', base: hostile.url }, registered))).body,
    ).toMatchObject(refusal)
    expect(
      (await create('elsewhere', custom({ client_id: 'x', base: hostile.url }))).body,
    ).toMatchObject(refusal)
    // Named only later, it is refused then; and so it is for a server that is chosen by the
    // account.
    const unnamed = (await create('elsewhere', custom({ base: hostile.url }))).body.auth_config
      .id as string
    const patch = (body: object) =>
      service.request('PATCH', `/api/v3/auth_configs/${unnamed}`, {
        body: { type: 'custom', ...body },
      })
    expect((await patch({ credentials: { client_id: 'x' } })).body).toMatchObject(refusal)
    expect(
      (await patch({ credentials: { client_id: 'x' }, redirect_uri: registered })).body,
    ).toMatchObject(refusal)
    const own = await reserve()
    expect(
      (await patch({ credentials: { client_id: 'x' }, redirect_uri: own })).body,
    ).toMatchObject({ redirect_uri: own, redirect_uri_is_shared: false })
    expect((await patch({ credentials: { base: honest.url } })).body).toMatchObject(refusal)
    const { redirect_url } = await client.connectedAccounts.create({
      body: {
        auth_config: { id: unnamed },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } },
        },
      },
    })
    expect(new URL(redirect_url ?? '').searchParams.get('redirect_uri')).toBe(own)
  })

  it('of another project, and the shared one that another project uses with its server, are refused', async () => {
    verifies('auth-configs.redirect-uri.reserve', 'auth-configs.redirect-uri.shared')
    await prepare(service.client, 'ours', atHonest(), custom(confidential))
    const other = await createProject(service, 'Another project')
    await importToolkit(other, {
      slug: 'theirs',
      source: { openapi: openNotesApi(api.url) },
      auth: atHostile(),
    })
    for (const redirect_uri of [
      registered,
      await reserve(),
      `${publicUrl}/oauth/callback/ru_unknown`,
      `${publicUrl}/oauth/callback/shared`,
      'https://elsewhere.example/',
      undefined,
    ]) {
      const asked = other.client.authConfigs.create({
        body: {
          toolkit: { slug: 'theirs' },
          auth_config: custom({ client_id: 'x' }, redirect_uri),
        },
      })
      await expect(asked, redirect_uri ?? 'the shared one').rejects.toMatchObject({ status: 400 })
    }
  })

  it('is shown and flagged in every record, and warned of where it is shared', async () => {
    verifies('auth-configs.redirect-uri.record', 'auth-configs.redirect-uri.shared')
    const { client } = service
    await importToolkit(service, {
      slug: 'shown',
      source: { openapi: openNotesApi(api.url) },
      auth: atHonest(),
    })
    const shared = await client.authConfigs.create({
      body: { toolkit: { slug: 'shown' }, auth_config: custom(confidential) },
    })
    const ofShared = { redirect_uri: `${publicUrl}/oauth/callback`, redirect_uri_is_shared: true }
    expect(shared).toMatchObject({
      auth_config: ofShared,
      warnings: [expect.stringContaining('/auth_configs/redirect_uris')],
    })
    expect(
      await client.authConfigs.get({ params: { nanoid: shared.auth_config.id } }),
    ).toMatchObject(ofShared)
    const own = await client.authConfigs.create({
      body: { toolkit: { slug: 'shown' }, auth_config: custom(confidential, registered) },
    })
    const ofOwn = { redirect_uri: registered, redirect_uri_is_shared: false }
    expect(own).toMatchObject({ auth_config: ofOwn })
    expect(own).not.toHaveProperty('warnings')
    expect(
      (await client.authConfigs.list({ query: { toolkit_slug: ['shown'] } })).items,
    ).toMatchObject([ofOwn, ofShared])
    await importToolkit(service, {
      slug: 'keyed',
      source: { openapi: openNotesApi(api.url) },
      auth: { scheme: 'API_KEY' },
    })
    const keyed = await client.authConfigs.create({ body: { toolkit: { slug: 'keyed' } } })
    expect(keyed).toMatchObject({
      auth_config: { redirect_uri: null, redirect_uri_is_shared: false },
    })
    await expect(
      client.authConfigs.create({
        body: {
          toolkit: { slug: 'keyed' },
          auth_config: { type: 'use_custom_auth', redirect_uri: await reserve() },
        },
      }),
    ).rejects.toMatchObject({ status: 400 })
  })
})
