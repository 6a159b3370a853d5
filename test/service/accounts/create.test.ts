import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream, type Upstream } from '../../support/start-upstream.ts'

let upstream: Upstream
let service: TestService

beforeAll(async () => {
  upstream = await startUpstream(
    (request, response) => {
      if (request.headers['x-notes-key'] === 'broken') return json(response, 500, {})
      if (request.headers['x-notes-key'] === 'wrong') return json(response, 401, {})
      if (request.headers['x-notes-key'] === 'forbidden') return json(response, 403, {})
      return json(response, 200, {
        url: request.url,
        authorization: request.headers.authorization ?? null,
      })
    },
    { keep: true },
  )
  service = await startService({ keep: true, egressAllow: [upstream.host] })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi(upstream.url) },
    current_user: { method: 'GET', path: '/me' },
  })
  await importToolkit(service, { slug: 'silent', source: { openapi: notesApi(upstream.url) } })
  await importToolkit(service, {
    slug: 'placed',
    source: {
      openapi: {
        ...openNotesApi('x'),
        servers: [
          {
            url: 'http://{subdomain}/v1',
            variables: { subdomain: { default: 'default.example' } },
          },
        ],
      },
    },
    auth: {
      scheme: 'BEARER_TOKEN',
      fields: [{ name: 'subdomain', pattern: '*.shop.example', required: false }, { name: 'seat' }],
    },
  })
})
afterAll(async () => {
  await service.close()
  await upstream.close()
})

const authConfigOf = async (slug: string, auth_config: Record<string, unknown> = {}) =>
  (
    await service.request('POST', '/api/v3/auth_configs', {
      body: { toolkit: { slug }, auth_config: { type: 'use_custom_auth', ...auth_config } },
    })
  ).body.auth_config.id as string

/** With the scheme of the auth config, where the state names none. */
const create = async (
  authConfigId: string,
  { state, ...connection }: { state?: object } & Record<string, unknown>,
  more: Record<string, unknown> = {},
) => {
  const { body } = await service.request('GET', `/api/v3/auth_configs/${authConfigId}`)
  const authScheme = body.auth_scheme ?? 'API_KEY'
  return service.request('POST', '/api/v3/connected_accounts', {
    body: {
      auth_config: { id: authConfigId },
      connection: { ...connection, ...(state && { state: { authScheme, ...state } }) },
      ...more,
    },
  })
}

it('needs the auth scheme in the state of a connection', async () => {
  verifies('accounts.create.state')
  const connection = { state: { val: { api_key: 'k' } } }
  const { status, body } = await service.request('POST', '/api/v3/connected_accounts', {
    body: { auth_config: { id: await authConfigOf('notes') }, connection },
  })
  expect([status, body.error.errors]).toEqual([
    400,
    [expect.stringMatching(/^body\.connection\.state\.authScheme: /)],
  ])
})

describe('creating a connected account', () => {
  it('answers what the specification lists', async () => {
    verifies('accounts.create', 'accounts.create.answer', 'accounts.create.api-key')
    const { status, body } = await create(await authConfigOf('notes'), {
      user_id: 'ada',
      state: { authScheme: 'API_KEY', val: { status: 'INITIALIZING', api_key: 'k-0123456789' } },
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^ca_/),
      connectionData: { authScheme: 'API_KEY', val: { status: 'ACTIVE', api_key: '***6789' } },
      status: 'ACTIVE',
      identity: null,
      verification: 'none',
      verified_at: null,
      redirect_url: null,
      redirect_uri: null,
      deprecated: {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        authConfigUuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    })
  })

  it('takes the deprecated forms', async () => {
    verifies('accounts.create.deprecated')
    const { status, body } = await create(await authConfigOf('notes'), {
      data: { generic_api_key: 'k' },
      redirect_uri: 'https://app.example/',
      deprecated_is_v1_rerouted: true,
    })
    expect([status, body.status]).toEqual([201, 'ACTIVE'])
    const account = await service.client.connectedAccounts.get({ params: { nanoid: body.id } })
    expect(account.user_id).toBe('default')
    expect(account.state.val).toEqual(account.data)
  })

  it("keeps every field of the connection values, and the toolkit's own", async () => {
    verifies('accounts.values', 'accounts.values.types', 'accounts.values.kept-only')
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: false },
    })
    const texts = [
      'subdomain',
      'your-domain',
      'region',
      'shop',
      'account_url',
      'COMPANYDOMAIN',
      'extension',
      'form_api_base_url',
      'instanceEndpoint',
      'api_url',
      'vendor_dashboard_url',
      'proxy_username',
      'proxy_password',
      'domain',
      'version',
      'dc',
      'site_name',
      'instanceName',
      'account_id',
      'your_server',
      'server_location',
      'base_url',
      'oauth_token',
      'oauth_token_secret',
      'oauth_verifier',
      'consumer_key',
      'redirectUrl',
      'callback_url',
      'authUri',
      'callbackUrl',
      'error',
      'error_description',
      'expired_at',
      'state_prefix',
      'code_verifier',
      'finalRedirectUri',
      'svc_link_redirect_url',
      'sessionId',
      'devKey',
      'access_token',
      'webhook_signature',
      'id_token',
      'token_type',
      'generic_api_key',
      'api_key',
      'bearer_token',
      'basic_encoded',
      'username',
      'password',
      'token',
      'credentials_json',
      'application_id',
      'installation_id',
      'private_key',
      'expires_at',
      'client_id',
      'client_secret',
    ]
    const val = {
      ...Object.fromEntries(texts.map((name) => [name, `value of ${name}`])),
      long_redirect_url: true,
      client_id_issued_at: 1,
      client_secret_expires_at: 2,
      refresh_token: null,
      expires_in: 3600,
      scope: ['a'],
      authed_user: { access_token: 'x', scope: 'y' },
      seat: '7',
    }
    const authConfigId = await authConfigOf('notes')
    const { status, body } = await create(authConfigId, { state: { val } })
    expect(status).toBe(201)
    await expect
      .poll(
        async () =>
          (await service.client.connectedAccounts.get({ params: { nanoid: body.id } })).state.val,
      )
      .toEqual({ ...val, status: 'ACTIVE' })
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: true },
    })
    for (const wrong of [
      { subdomain: 1 },
      { refresh_token: 1 },
      { client_id_issued_at: '1' },
      { long_redirect_url: 'yes' },
      { authed_user: 'x' },
      { status: 'UNKNOWN' },
    ]) {
      expect(
        (await create(authConfigId, { state: { val: { api_key: 'k', ...wrong } } })).status,
      ).toBe(400)
    }
  })

  it('needs what the scheme needs', async () => {
    verifies('accounts.values.per-scheme')
    const outcomes = async (
      slug: string,
      accepted: Record<string, unknown>,
      refused: Record<string, unknown>,
    ) => {
      const authConfigId = await authConfigOf(slug)
      return [
        (await create(authConfigId, { state: { val: accepted } })).status,
        (await create(authConfigId, { state: { val: refused } })).status,
      ]
    }
    await importToolkit(service, {
      slug: 'bearer',
      source: { openapi: openNotesApi(upstream.url) },
      auth: { scheme: 'BEARER_TOKEN' },
    })
    await importToolkit(service, {
      slug: 'basic',
      source: { openapi: openNotesApi(upstream.url) },
      auth: { scheme: 'BASIC' },
    })
    expect(await outcomes('notes', { generic_api_key: 'k' }, { token: 'k' })).toEqual([201, 400])
    expect(await outcomes('notes', { api_key: 'k' }, {})).toEqual([201, 400])
    expect(await outcomes('bearer', { token: 't' }, { api_key: 't' })).toEqual([201, 400])
    expect(await outcomes('basic', { username: 'u' }, { password: 'p' })).toEqual([201, 400])
  })

  it('is refused for unknown and disabled auth configs', async () => {
    verifies('accounts.create.statuses')
    expect((await create('ac_unknown', {})).status).toBe(404)
    expect((await create('nonsense', {})).status).toBe(400)
    const authConfigId = await authConfigOf('notes')
    await service.client.authConfigs.setStatus({
      params: { nanoid: authConfigId, status: 'disabled' },
    })
    expect((await create(authConfigId, { state: { val: { api_key: 'k' } } })).status).toBe(400)
  })
})

describe('validate_credentials', () => {
  it('asks the current-user endpoint whose key it is', async () => {
    verifies('accounts.validate-credentials')
    const authConfigId = await authConfigOf('notes')
    const validate = (api_key: string) =>
      create(authConfigId, { state: { val: { api_key } } }, { validate_credentials: true })
    expect((await validate('good')).status).toBe(201)
    expect(upstream.received.at(-1)).toMatchObject({
      method: 'GET',
      url: '/me',
      headers: { 'x-notes-key': 'good' },
    })
    for (const key of ['wrong', 'forbidden'])
      expect((await validate(key)).body.error).toMatchObject({
        status: 400,
        errors: ['body.connection.state.val: the credential was refused'],
      })
    // An API that is away refuses nothing.
    expect((await validate('broken')).body).toMatchObject({
      status: 'ACTIVE',
      verification: 'unverified',
    })
    expect(
      (await service.client.connectedAccounts.list({ query: { auth_config_ids: [authConfigId] } }))
        .total_items,
    ).toBe(2)
  })

  it('is 400 for a toolkit that has no such endpoint, and without effect for other schemes or unasked', async () => {
    verifies('accounts.validate-credentials')
    const before = upstream.received.length
    expect(
      (
        await create(
          await authConfigOf('silent'),
          { state: { val: { api_key: 'k' } } },
          { validate_credentials: true },
        )
      ).body.error.message,
    ).toContain('no endpoint')
    expect(
      (await create(await authConfigOf('notes'), { state: { val: { api_key: 'wrong' } } })).status,
    ).toBe(201)
    expect(
      (
        await create(
          await authConfigOf('placed'),
          { state: { val: { token: 't', seat: '1' } } },
          { validate_credentials: true },
        )
      ).status,
    ).toBe(201)
    expect(upstream.received).toHaveLength(before)
  })
})

describe('a value that chooses the host', () => {
  it("must look as the toolkit's pattern says", async () => {
    verifies('accounts.host-fields.pattern')
    const authConfigId = await authConfigOf('placed')
    const connect = (val: Record<string, unknown>) =>
      create(authConfigId, { state: { val: { token: 't', seat: '1', ...val } } })
    expect((await connect({ subdomain: 'acme.shop.example' })).status).toBe(201)
    for (const subdomain of [
      'evil.example',
      'a.b.shop.example',
      'acme.shop.example.evil.example',
      'evil.example/.shop.example',
      'acme.shopXexample',
      '.shop.example',
      'acme.shop\n.example',
    ]) {
      const { body } = await connect({ subdomain })
      expect(body.error?.errors).toEqual([
        'body.connection.state.val: subdomain must look like "*.shop.example"',
      ])
    }
    expect(
      (await create(authConfigId, { state: { val: { token: 't' } } })).body.error.errors,
    ).toEqual(['body.connection.state.val: seat is required'])
  })

  it('must be a host where the toolkit has no pattern', async () => {
    verifies('accounts.host-fields.pattern')
    await importToolkit(service, {
      slug: 'anywhere',
      source: {
        openapi: { ...openNotesApi('x'), servers: [{ url: '{base_url}/v1', variables: {} }] },
      },
      auth: { scheme: 'BEARER_TOKEN' },
    })
    const authConfigId = await authConfigOf('anywhere')
    const connect = (base_url: string) =>
      create(authConfigId, { state: { val: { token: 't', base_url } } })
    expect((await connect(upstream.url)).status).toBe(201)
    for (const base_url of [
      'https://user:pass@x.example',
      'https://x.example/..//',
      'https://x.example?y',
      'x y',
    ])
      expect((await connect(base_url)).status).toBe(400)
  })

  it("never takes an operator's shared credentials to a host of the user's choice", async () => {
    verifies('accounts.host-fields.shared-credentials')
    const shared = { token: 'operators-token' }
    const sharing = await authConfigOf('placed', { shared_credentials: shared })
    const refused = await create(sharing, {
      state: { val: { seat: '1', subdomain: 'acme.shop.example' } },
    })
    expect(refused.body.error).toMatchObject({
      status: 400,
      errors: [expect.stringContaining('"subdomain"')],
    })
    expect((await create(sharing, { state: { val: { seat: '1' } } })).status).toBe(201)
    // Where the operator chose the host too, it is his.
    expect(
      (
        await create(
          await authConfigOf('placed', {
            shared_credentials: { ...shared, subdomain: 'own.shop.example' },
          }),
          { state: { val: { seat: '1' } } },
        )
      ).status,
    ).toBe(201)

    // An account that was there before the auth config began to share.
    const later = await authConfigOf('placed')
    const account = (
      await create(later, {
        user_id: 'early',
        state: { val: { token: 't', seat: '1', subdomain: 'acme.shop.example' } },
      })
    ).body.id
    await service.client.authConfigs.update({
      params: { nanoid: later },
      body: { type: 'custom', shared_credentials: shared },
    })
    expect(
      (
        await service.client.tools.execute({
          params: { tool_slug: 'PLACED_GET_NOTE' },
          body: { connected_account_id: account, arguments: { id: '1' } },
        })
      ).error,
    ).toContain('shares credentials')
    expect(
      (
        await service.request('POST', '/api/v3/tools/execute/proxy', {
          body: { connected_account_id: account, endpoint: '/me', method: 'GET' },
        })
      ).status,
    ).toBe(422)
  })
})
