import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PlugboardError } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { acme, beta, lookUpSites, startLookUps, type LookUps } from './start-look-ups.ts'

let world: LookUps
beforeAll(async () => {
  world = await startLookUps()
})
afterAll(() => world.close())

const asked = (path: string) => world.api.received.filter(({ url }) => url === path).length

const link = (authConfigId: string, connection_data?: Record<string, unknown>) =>
  world.service.client.connectedAccounts.link({
    body: {
      auth_config_id: authConfigId,
      user_id: 'ada',
      ...(connection_data && { connection_data }),
    },
  })

/** A toolkit with an auth config, and a key that finds these sites. */
const given = async (
  sites: Parameters<LookUps['sites']['set']>[1],
  options?: Parameters<LookUps['importSites']>[0],
) => {
  const slug = await world.importSites(options)
  const key = `key-of-${slug}-0123456789`
  world.sites.set(key, sites)
  return { slug, key, authConfigId: await world.authConfigOf(slug) }
}

describe('a value that only the API knows', () => {
  it('is looked up with the new credential, before the verification', async () => {
    verifies('accounts.look-ups')
    const { slug, key, authConfigId } = await given([acme])
    const { redirect_url, connected_account_id: id } = await link(authConfigId)
    const page = await createVisitor().connect(redirect_url, { generic_api_key: key })
    expect(page.status).toBe(200)
    expect(await world.get(id)).toMatchObject({
      status: 'ACTIVE',
      verification: 'verified',
      identity: { workspace: '/ex/acme-1/me' },
    })
    const { data, error } = await world.service.client.tools.execute({
      params: { tool_slug: `${slug.toUpperCase()}_READ` },
      body: { user_id: 'ada', arguments: {} },
    })
    expect({ data, error }).toMatchObject({ data: { path: '/ex/acme-1/things' }, error: null })
  })

  it('is not asked for in the form', async () => {
    verifies('accounts.look-ups')
    const { authConfigId } = await given([acme])
    const { redirect_url } = await link(authConfigId)
    const { html } = await createVisitor().visit(redirect_url)
    expect(html).toContain('field-generic_api_key')
    expect(html).not.toContain('field-cloud_id')
  })

  it('is asked of the user where the recipe requires it of this scheme', async () => {
    verifies('accounts.look-ups.given')
    const { key, authConfigId } = await given(401, {
      fields: [{ name: 'cloud_id', display_name: 'Site' }],
      account: {
        look_ups: [
          {
            ...lookUpSites,
            request: { path: `${world.api.url}/sites` },
            set: { cloud_id: 'id', site_name: 'name' },
          },
        ],
      },
    })
    const { redirect_url, connected_account_id: id } = await link(authConfigId)
    const user = createVisitor()
    expect((await user.visit(redirect_url)).html).toContain('field-cloud_id')
    const before = asked('/sites')
    await user.connect(redirect_url, { generic_api_key: key, cloud_id: 'typed-in' })
    expect((await world.get(id)).identity).toMatchObject({ workspace: '/ex/typed-in/me' })
    expect((await world.create(authConfigId, { generic_api_key: key })).status).toBe(400)
    expect(asked('/sites')).toBe(before)
  })

  it('selects a choice, and the other values of that one are looked up', async () => {
    verifies('accounts.look-ups.given')
    const { key, authConfigId } = await given([acme, beta], {
      account: {
        look_ups: [
          {
            ...lookUpSites,
            request: { path: `${world.api.url}/sites` },
            set: { cloud_id: 'id', site_name: 'name' },
          },
        ],
      },
    })
    expect(
      (await world.create(authConfigId, { generic_api_key: key, cloud_id: 'beta-2' })).body,
    ).toMatchObject({ connectionData: { val: { cloud_id: 'beta-2', site_name: 'Beta' } } })
    expect(
      await world.create(authConfigId, { generic_api_key: key, cloud_id: 'gamma' }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('none of them fits') } },
    })
  })

  it('is not looked up where it was given with the connection', async () => {
    verifies('accounts.look-ups.given')
    const { key, authConfigId } = await given([acme])
    const before = asked('/sites')
    const { redirect_url, connected_account_id: id } = await link(authConfigId, {
      cloud_id: 'my-own',
    })
    await createVisitor().connect(redirect_url, { generic_api_key: key })
    expect((await world.get(id)).identity).toMatchObject({ workspace: '/ex/my-own/me' })
    const created = await world.create(authConfigId, { generic_api_key: key, cloud_id: 'mine' })
    expect(created.body).toMatchObject({ status: 'ACTIVE' })
    expect(asked('/sites')).toBe(before)
  })

  it('is looked up for an account that is connected without a browser, also unasked', async () => {
    verifies('accounts.look-ups')
    const { key, authConfigId } = await given([acme])
    const me = asked('/ex/acme-1/me')
    const { body } = await world.create(authConfigId, { generic_api_key: key })
    expect(body).toMatchObject({
      status: 'ACTIVE',
      verification: 'none',
      connectionData: { val: { cloud_id: 'acme-1' } },
    })
    expect(asked('/ex/acme-1/me')).toBe(me)
    expect(
      (await world.create(authConfigId, { generic_api_key: key }, { validate_credentials: true }))
        .body,
    ).toMatchObject({ verification: 'verified', identity: { workspace: '/ex/acme-1/me' } })
  })

  it('is the first of several where the recipe says so, each counted once', async () => {
    verifies('accounts.look-ups.several')
    const { key, authConfigId } = await given([acme, beta], {
      account: {
        look_ups: [
          { ...lookUpSites, request: { path: `${world.api.url}/sites` }, several: 'first' },
        ],
      },
    })
    expect((await world.create(authConfigId, { generic_api_key: key })).body).toMatchObject({
      connectionData: { val: { cloud_id: 'acme-1' } },
    })
    const twice = await given([acme, { ...acme, name: 'Acme for chat' }])
    expect(
      (await world.create(twice.authConfigId, { generic_api_key: twice.key })).body,
    ).toMatchObject({ status: 'ACTIVE' })
  })

  it('is one of those that the recipe wants', async () => {
    verifies('accounts.look-ups')
    const { key, authConfigId } = await given([{ ...acme, kind: 'sandbox' }, beta], {
      account: {
        look_ups: [
          {
            ...lookUpSites,
            request: { path: `${world.api.url}/sites` },
            where: [{ path: 'kind', one_of: ['work', 'home'] }],
          },
        ],
      },
    })
    expect((await world.create(authConfigId, { generic_api_key: key })).body).toMatchObject({
      connectionData: { val: { cloud_id: 'beta-2' } },
    })
  })
})

describe('several without a browser', () => {
  it('are refused with what each would add, and one of them connects the account', async () => {
    verifies('accounts.look-ups.offered')
    const many = Array.from({ length: 120 }, (_, number) => ({
      id: `site-${number}`,
      name: `Site ${number}`,
    }))
    const { key, authConfigId } = await given(many)
    const connect = (val: Record<string, string>) =>
      world.service.client.connectedAccounts.create({
        body: {
          auth_config: { id: authConfigId },
          connection: { user_id: 'ada', state: { authScheme: 'API_KEY', val } },
        },
      })
    const refused = await connect({ generic_api_key: key }).catch((error: unknown) => error)
    if (!(refused instanceof PlugboardError)) throw new Error('it was not refused')
    expect(refused).toMatchObject({
      slug: 'invalid_request',
      message: expect.stringContaining('several to choose from: Site'),
      suggestedFix: expect.stringContaining('cloud_id'),
    })
    expect(refused.errors).toHaveLength(11)
    expect(refused.errors.at(-1)).toBe('and 110 more')
    expect(refused.choices).toHaveLength(100)
    expect(refused.choices[7]).toEqual({ label: 'Site 7', values: { cloud_id: 'site-7' } })
    expect(await connect({ generic_api_key: key, ...refused.choices[7]?.values })).toMatchObject({
      status: 'ACTIVE',
      connectionData: { val: { cloud_id: 'site-7' } },
    })
  })
})

describe('where there is none', () => {
  it('the form and the interface say what was looked for, and nothing is connected', async () => {
    verifies('accounts.look-ups.none')
    const { key, authConfigId } = await given([])
    const { redirect_url, connected_account_id: id } = await link(authConfigId)
    const user = createVisitor()
    const page = await user.connect(redirect_url, { generic_api_key: key })
    expect(page.status).toBe(400)
    expect(page.html).toMatch(/has no &quot;Site&quot; that this account can use/)
    expect(await world.get(id)).toMatchObject({ status: 'INITIATED' })
    const { status, body } = await world.create(authConfigId, { generic_api_key: key })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      error: { message: expect.stringMatching(/has no "Site" .* GET .*\/sites" answered none$/) },
    })
    // With another key the same link goes on.
    world.sites.set('a-better-key-0123456789', [acme])
    await user.connect(redirect_url, { generic_api_key: 'a-better-key-0123456789' })
    expect(await world.get(id)).toMatchObject({ status: 'ACTIVE' })
  })

  it('a refused credential is a refused credential', async () => {
    verifies('accounts.look-ups.none')
    const { key, authConfigId } = await given(401)
    expect(await world.create(authConfigId, { generic_api_key: key })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('refused the credential (401)') } },
    })
  })

  it('an API that is away connects nothing without a browser, and is asked again', async () => {
    verifies('accounts.look-ups.unanswered')
    const { key, authConfigId } = await given(503)
    expect(await world.create(authConfigId, { generic_api_key: key })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/could not be asked for "Site".*503/) } },
    })
    world.sites.set(key, [acme])
    expect((await world.create(authConfigId, { generic_api_key: key })).status).toBe(201)
  })
})

describe('what an answer gives', () => {
  it.each([
    ['another host', 'evil.example/x'],
    ['another path', '../../admin'],
    ['the path above', '..'],
    ['another query', 'a?b=c'],
    ['a fragment', 'a#b'],
    ['a line break', 'a\nb'],
    ['hidden characters', 'acme\u200b\u202e1'],
    ['a book', 'x'.repeat(300)],
    ['an object', { toString: 'acme' }],
    ['nothing', ''],
    ['null', null],
    ['blanks', ' acme '],
  ])('is no value of the account: %s', async (_, id) => {
    verifies('accounts.look-ups.hostile')
    const { key, authConfigId } = await given([{ ...acme, id }])
    const before = world.api.received.length
    expect(await world.create(authConfigId, { generic_api_key: key })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/answered 1, and none of them fits$/) } },
    })
    expect(world.api.received.slice(before).map(({ url }) => url)).toEqual(['/sites'])
  })

  it('leaves the suitable ones of a list', async () => {
    verifies('accounts.look-ups.hostile')
    const { key, authConfigId } = await given([{ ...acme, id: 'a/b' }, 'text', null, beta])
    expect((await world.create(authConfigId, { generic_api_key: key })).body).toMatchObject({
      connectionData: { val: { cloud_id: 'beta-2' } },
    })
  })

  it('fits the field that the recipe declares for it', async () => {
    verifies('accounts.look-ups.hostile')
    const { key, authConfigId } = await given([acme, beta], {
      fields: [{ name: 'cloud_id', required: false, pattern: 'beta-*' }],
    })
    expect((await world.create(authConfigId, { generic_api_key: key })).body).toMatchObject({
      connectionData: { val: { cloud_id: 'beta-2' } },
    })
  })

  it('chooses a host only within the domain that the recipe names', async () => {
    verifies('accounts.look-ups.host')
    const { host, url } = world.api
    const slug = await world.importSites({
      oauth: true,
      baseUrl: '{cloud_id}/ex',
      fields: [{ name: 'cloud_id', required: false, one_of: [url, 'https://na2.sites.example'] }],
    })
    const authConfigId = await world.authConfigOf(slug, { client_id: 'a', client_secret: 'b' })
    const val = { access_token: 'token-0123456789', status: 'ACTIVE' }
    world.sites.set('Bearer token-0123456789', [
      { id: 'https://evil.example' },
      { id: `http://evil.example@${host}` },
    ])
    expect((await world.create(authConfigId, val)).status).toBe(400)
    world.sites.set('Bearer token-0123456789', [{ id: 'https://evil.example' }, { id: url }])
    expect(
      (await world.create(authConfigId, val, { validate_credentials: true })).body,
    ).toMatchObject({ identity: { workspace: '/ex/me' } })
  })

  it.each([
    ['{cloud_id}/ex', undefined],
    ['https://{cloud_id}/ex', undefined],
    ['https://{cloud_id}.example/ex', undefined],
    ['https://{cloud_id}sites.example/ex', undefined],
    ['https://{cloud_id}/ex', '*.example'],
    ['{cloud_id}/ex', 'https://*.*.*'],
  ])('is refused a host of its own by the import: %s with %s', async (baseUrl, pattern) => {
    verifies('accounts.look-ups.host')
    await expect(
      world.importSites({
        oauth: true,
        baseUrl,
        fields: [{ name: 'cloud_id', required: false, ...(pattern && { pattern }) }],
      }),
    ).rejects.toThrow(/choose the host that credentials are sent to/)
  })

  it.each([
    ['https://{cloud_id}.sites.example/ex', undefined],
    ['https://api-{cloud_id}.sites.example/ex', undefined],
    ['https://{cloud_id}-api.sites.example/ex', undefined],
    ['{cloud_id}/ex', 'https://*.sites.example'],
  ])('may be a part of a host: %s with %s', async (baseUrl, pattern) => {
    verifies('accounts.look-ups.host')
    await expect(
      world.importSites({
        oauth: true,
        baseUrl,
        fields: [{ name: 'cloud_id', required: false, ...(pattern && { pattern }) }],
      }),
    ).resolves.toMatch(/^sites/)
  })
})

describe('a recipe', () => {
  it.each([
    [{ request: { path: '/sites' } }, /look_ups\.0\.request: needs "cloud_id"/],
    [{ set: { api_key: 'id' } }, /look_ups\.0\.set: "api_key" is a secret/],
    [{ set: { client_id: 'id' } }, /must not name one of/],
    [{ set: {} }, /must name at least one field/],
  ])('is refused with a look-up that cannot work: %j', async (change, problem) => {
    verifies('accounts.look-ups.recipe')
    const look_ups = [{ ...lookUpSites, request: { path: `${world.api.url}/sites` }, ...change }]
    await expect(world.importSites({ account: { look_ups } })).rejects.toThrow(problem)
  })
})
