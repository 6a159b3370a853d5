import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { startOAuth1Server } from '../../support/start-oauth1-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { publicUrl, startConnecting, type Connecting } from './start-connecting.ts'

let connecting: Connecting
beforeAll(async () => {
  connecting = await startConnecting()
})
afterAll(() => connecting.close())

const createIn =
  (service: Pick<TestService, 'request'>, authConfigId: string) =>
  (connection: Record<string, unknown>) =>
    service.request('POST', '/api/v3/connected_accounts', {
      body: { auth_config: { id: authConfigId }, connection },
    })

describe('creating an account of an OAuth toolkit', () => {
  it('answers the address that its user must open, and ends ACTIVE', async () => {
    verifies('accounts.create.oauth', 'accounts.create.deprecated', 'accounts.connecting.return')
    const { service, authConfigId, submit, agree, account } = connecting
    const { status, body } = await createIn(
      service,
      authConfigId,
    )({ user_id: 'ada', data: { region: 'north' }, redirect_uri: 'https://app.example/done' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'INITIATED',
      connectionData: {
        authScheme: 'OAUTH2',
        val: { status: 'INITIATED', redirectUrl: body.redirect_url },
      },
      redirect_uri: body.redirect_url,
    })
    expect(body.redirect_url).toMatch(/^http:\/\/plugboard\.example\/connect\/lk_[0-9A-Za-z]{22,}$/)
    // The address opens the account for whoever has it: shown again it is masked.
    expect((await account(body.id)).state.val['redirectUrl']).toMatch(/^\*\*\*/)
    const user = createVisitor()
    expect((await user.visit(await agree(await submit(user, body.redirect_url)))).leadsTo).toBe(
      `https://app.example/done?status=success&connected_account_id=${body.id}`,
    )
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: false },
    })
    await expect
      .poll(async () => (await account(body.id)).state.val)
      .toMatchObject({
        status: 'ACTIVE',
        region: 'north',
        access_token: expect.stringMatching(/./),
      })
    expect((await account(body.id)).state.val).not.toHaveProperty('redirectUrl')
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: true },
    })
  })

  it("with long_redirect_url answers the provider's own address, which any browser may come back from", async () => {
    verifies('accounts.connecting.long-redirect-url', 'accounts.connecting.state-prefix')
    const { service, server, authConfigId, link, agree, account } = connecting
    const { body } = await createIn(
      service,
      authConfigId,
    )({
      state: {
        authScheme: 'OAUTH2',
        val: { status: 'INITIALIZING', long_redirect_url: true, state_prefix: 'tenant-7.' },
      },
    })
    expect(body.redirect_url).toMatch(new RegExp(`^${server.authorizationUrl}\\?`))
    expect(new URL(body.redirect_url).searchParams.get('state')).toMatch(
      /^tenant-7\.[0-9A-Za-z]{27,}$/,
    )
    expect((await createVisitor().visit(await agree(body.redirect_url))).status).toBe(200)
    expect((await account(body.id)).status).toBe('ACTIVE')

    const linked = await link({ connection_data: { long_redirect_url: true, state_prefix: 'p' } })
    expect(new URL(linked.redirect_url).searchParams.get('state')).toMatch(/^p/)
    expect(
      (await createVisitor().visit(`${service.url}/connect/${linked.link_token}`)).status,
    ).toBe(200)
    const refused = await createIn(
      service,
      authConfigId,
    )({ state: { authScheme: 'OAUTH2', val: { state_prefix: 'a b&c' } } })
    expect(refused.body.error).toMatchObject({
      status: 400,
      message: expect.stringContaining('state_prefix'),
    })
  })

  it('leads the browser to the address that the connection data names, where the request names none', async () => {
    verifies('accounts.connecting.destinations')
    const { service, authConfigId, link, submit, agree } = connecting
    for (const name of [
      'callback_url',
      'callbackUrl',
      'finalRedirectUri',
      'svc_link_redirect_url',
    ]) {
      const { redirect_url } = await link({
        connection_data: { [name]: 'https://app.example/end' },
      })
      const user = createVisitor()
      expect((await user.visit(await agree(await submit(user, redirect_url)))).leadsTo).toMatch(
        /^https:\/\/app\.example\/end\?status=success/,
      )
      for (const wrong of ['/end', 'javascript:alert(1)', 'https://a:b@app.example/']) {
        const body = {
          auth_config_id: authConfigId,
          user_id: 'ada',
          connection_data: { [name]: wrong },
        }
        expect(
          (await service.request('POST', '/api/v3/connected_accounts/link', { body })).body.error,
        ).toMatchObject({ status: 400, message: expect.stringContaining(name) })
      }
      expect(
        (
          await createIn(
            service,
            authConfigId,
          )({ state: { authScheme: 'OAUTH2', val: { [name]: '/end' } } })
        ).status,
      ).toBe(400)
    }
  })

  it('imports a credential that is given with status ACTIVE', async () => {
    verifies('accounts.create.imported')
    const { service, server, upstream, authConfigId, countActivations } = connecting
    const create = createIn(service, authConfigId)
    const asked = server.received.length
    const { status, body } = await create({
      user_id: 'ada',
      state: {
        authScheme: 'OAUTH2',
        val: {
          status: 'ACTIVE',
          access_token: 'brought-along',
          refresh_token: null,
          expires_in: 3600,
        },
      },
    })
    expect([status, body.status, body.redirect_url]).toEqual([201, 'ACTIVE', null])
    expect(
      (await create({ state: { authScheme: 'OAUTH2', val: { access_token: 'brought-along' } } }))
        .body.status,
    ).toBe('ACTIVE')
    expect(
      (await create({ state: { authScheme: 'OAUTH2', val: { status: 'ACTIVE', scope: 'read' } } }))
        .body.error,
    ).toMatchObject({
      status: 400,
      errors: ['body.connection.state.val: access_token is required'],
    })
    expect((await create({ state: { authScheme: 'API_KEY', val: {} } })).status).toBe(400)
    await service.client.tools.execute({
      params: { tool_slug: 'CALENDAR_GET_NOTE' },
      body: { connected_account_id: body.id, arguments: { id: '1' } },
    })
    expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer brought-along')
    expect([server.received.length, await countActivations(body.id)]).toEqual([asked, 1])
  })

  it('is 400 where the provider cannot be asked how to begin, and makes no account', async () => {
    verifies('accounts.create.statuses')
    const { service } = connecting
    const { auth_config } = await service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'calendar' },
        auth_config: { type: 'use_custom_auth', credentials: { scopes: 'read' } },
      },
    })
    const { status, body } = await createIn(
      service,
      auth_config.id,
    )({ state: { authScheme: 'OAUTH2', val: { long_redirect_url: true } } })
    expect([status, body.error.suggested_fix]).toEqual([
      400,
      expect.stringContaining(auth_config.id),
    ])
    expect(
      (
        await service.client.connectedAccounts.list({
          query: { auth_config_ids: [auth_config.id] },
        })
      ).total_items,
    ).toBe(0)
  })
})

describe('creating an account of an OAUTH1 toolkit', () => {
  it('answers the four values of its first leg, and goes on with them or with the link', async () => {
    verifies('accounts.create.oauth1')
    const server = await startOAuth1Server()
    const service = await startService({ publicUrl, egressAllow: [server.host] })
    const oauth = {
      request_token_url: server.requestTokenUrl,
      authorization_url: server.authorizationUrl,
      token_url: server.tokenUrl,
    }
    await importToolkit(service, {
      slug: 'birds',
      source: { openapi: openNotesApi(server.url) },
      auth: { scheme: 'OAUTH1', oauth },
    })
    const credentials = {
      consumer_key: server.consumer.key,
      consumer_secret: server.consumer.secret,
    }
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'birds' }, auth_config: { type: 'use_custom_auth', credentials } },
    })
    const create = createIn(service, auth_config.id)
    const statusOf = async (nanoid: string) =>
      (await service.client.connectedAccounts.get({ params: { nanoid } })).status
    const { status, body } = await create({ user_id: 'ada' })
    const { val } = body.connectionData
    expect([status, Object.keys(val).toSorted()]).toEqual([
      201,
      ['authUri', 'oauth_token', 'oauth_token_secret', 'redirectUrl', 'status'],
    ])
    expect([val.redirectUrl, val.authUri]).toEqual([
      body.redirect_url,
      expect.stringContaining(server.authorizationUrl.split('?')[0] ?? ''),
    ])
    expect(val.oauth_token_secret).toMatch(/^\*\*\*/)
    expect(body.redirect_url).toContain(`${publicUrl}/connect/lk_`)
    expect(
      (
        await createVisitor().visit(
          (await server.authorize(val.authUri)).replace(publicUrl, service.url),
        )
      ).status,
    ).toBe(200)
    expect(await statusOf(body.id)).toBe('ACTIVE')

    const other = (await create({ user_id: 'bob' })).body
    const user = createVisitor()
    const { leadsTo } = await user.connect(other.redirect_url.replace(publicUrl, service.url))
    expect(
      (await user.visit((await server.authorize(leadsTo ?? '')).replace(publicUrl, service.url)))
        .status,
    ).toBe(200)
    expect(await statusOf(other.id)).toBe('ACTIVE')
    expect(
      (
        await create({
          state: { authScheme: 'OAUTH1', val: { status: 'ACTIVE', oauth_token: 't' } },
        })
      ).body.error.errors,
    ).toEqual(['body.connection.state.val: oauth_token_secret is required'])
    expect(
      (
        await create({
          state: { authScheme: 'OAUTH1', val: { oauth_token: 't', oauth_token_secret: 's' } },
        })
      ).body.status,
    ).toBe('ACTIVE')
  })
})

describe('creating an account whose scheme needs no user', () => {
  it('gets its credential at once, or is 400 with the reason of the provider', async () => {
    verifies('accounts.create.obtained')
    const provider = await startUpstream(({ url, headers, body }, response) => {
      if (url !== '/token')
        return json(response, 200, { authorization: headers.authorization ?? null })
      if (
        Buffer.from(headers.authorization?.slice(6) ?? '', 'base64').toString() !== 'robot:right' &&
        !body.includes('client_secret=right')
      )
        return json(response, 401, {
          error: 'invalid_client',
          error_description: 'no <i>such</i> robot',
        })
      json(response, 200, {
        access_token: 'obtained-token-0123456789',
        token_type: 'bearer',
        expires_in: 600,
      })
    })
    const service = await startService({ egressAllow: [provider.host] })
    await importToolkit(service, {
      slug: 'robots',
      source: { openapi: openNotesApi(provider.url) },
      auth: { scheme: 'S2S_OAUTH2', oauth: { token_url: `${provider.url}/token` } },
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'robots' } },
    })
    const create = createIn(service, auth_config.id)
    const { status, body } = await create({
      user_id: 'ada',
      state: { authScheme: 'S2S_OAUTH2', val: { client_id: 'robot', client_secret: 'right' } },
    })
    expect([status, body.status, body.redirect_url]).toEqual([201, 'ACTIVE', null])
    await service.client.tools.execute({
      params: { tool_slug: 'ROBOTS_GET_NOTE' },
      body: { user_id: 'ada', arguments: { id: '1' } },
    })
    expect(provider.received.at(-1)?.headers.authorization).toBe('Bearer obtained-token-0123456789')
    const refused = await create({
      state: { authScheme: 'S2S_OAUTH2', val: { client_id: 'robot', client_secret: 'wrong' } },
    })
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('no <i>such</i> robot'),
    ])
    expect(
      (await create({ state: { authScheme: 'S2S_OAUTH2', val: { client_id: 'robot' } } })).status,
    ).toBe(400)

    const { redirect_url, connected_account_id } = await service.client.connectedAccounts.link({
      body: { auth_config_id: auth_config.id, user_id: 'bob' },
    })
    const user = createVisitor()
    const again = await user.connect(redirect_url, { client_id: 'robot', client_secret: 'wrong' })
    expect([again.status, again.html]).toEqual([
      400,
      expect.stringContaining('no &lt;i&gt;such&lt;/i&gt; robot'),
    ])
    expect(
      (await user.connect(redirect_url, { client_id: 'robot', client_secret: 'right' })).status,
    ).toBe(200)
    expect(
      (await service.client.connectedAccounts.get({ params: { nanoid: connected_account_id } }))
        .status,
    ).toBe('ACTIVE')
    await provider.close()
    expect(
      (
        await create({
          state: { authScheme: 'S2S_OAUTH2', val: { client_id: 'robot', client_secret: 'right' } },
        })
      ).body.error,
    ).toMatchObject({ status: 400, suggested_fix: 'Try again in a while' })
  })
})
