import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { openNotesApi } from '../../support/notes-api.ts'
import { openServiceDatabase } from '../../support/open-service-database.ts'
import { startService } from '../../support/start-service.ts'
import { json, startUpstream } from '../../support/start-upstream.ts'
import { createVisitor } from '../../support/visit-connect-page.ts'
import { startConnecting, type Connecting } from './start-connecting.ts'

let connecting: Connecting
beforeAll(async () => {
  connecting = await startConnecting()
})
afterAll(() => connecting.close())

const stateOf = (url: string): string => new URL(url).searchParams.get('state') ?? ''

describe('a user who agrees at the provider', () => {
  it('comes back to an ACTIVE account, by which tools are executed', async () => {
    verifies('accounts.connecting.oauth', 'accounts.connecting.return', 'accounts.connecting.state')
    const { service, shared, server, upstream, link, submit, agree, account, countActivations } =
      connecting
    const { redirect_url, connected_account_id } = await link({
      callback_url: 'https://app.example/done?step=2&status=old&confirmation_code=forged#top',
    })
    expect(await account(connected_account_id)).toMatchObject({ status: 'INITIATED' })
    const user = createVisitor()
    const providerUrl = await submit(user, redirect_url)
    expect(Object.fromEntries(new URL(providerUrl).searchParams)).toMatchObject({
      client_id: 'application',
      scope: 'read',
      code_challenge_method: 'S256',
      redirect_uri: 'http://plugboard.example/oauth/callback',
    })
    // 28 letters and digits hold more than 160 bits.
    expect(stateOf(providerUrl)).toMatch(/^[0-9A-Za-z]{27,}$/)
    expect(
      JSON.stringify(await shared.query('select * from authorization_attempts')),
    ).not.toContain(stateOf(providerUrl))
    const done = await user.visit(await agree(providerUrl))
    expect(done.leadsTo).toBe(
      `https://app.example/done?step=2&status=success&connected_account_id=${connected_account_id}#top`,
    )
    expect(await account(connected_account_id)).toMatchObject({
      status: 'ACTIVE',
      status_reason: null,
    })
    expect(Object.keys((await account(connected_account_id)).state.val)).not.toContain(
      'redirectUrl',
    )
    expect(await countActivations(connected_account_id)).toBe(1)
    await service.client.tools.execute({
      params: { tool_slug: 'CALENDAR_GET_NOTE' },
      body: { user_id: 'ada', arguments: { id: '1' } },
    })
    const granted = server.tokenRequests().at(-1)?.answer
    expect(granted).toMatchObject({
      access_token: upstream.received.at(-1)?.headers.authorization?.replace(/^Bearer /, ''),
    })
  })

  it('has one account from two tabs, and one event', async () => {
    verifies('accounts.connecting.once')
    const { link, submit, agree, account, countActivations } = connecting
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    const ways = [await submit(user, redirect_url), await submit(user, redirect_url)]
    expect(stateOf(ways[0] ?? '')).not.toBe(stateOf(ways[1] ?? ''))
    const answers = await Promise.all(ways.map((way) => agree(way)))
    const statuses = (await Promise.all(answers.map((answer) => user.visit(answer)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 410])
    expect((await account(connected_account_id)).status).toBe('ACTIVE')
    expect(await countActivations(connected_account_id)).toBe(1)
  })

  it('has the account of the browser that was first, when two send the form at once', async () => {
    verifies('accounts.connecting.once', 'accounts.connecting.one-browser')
    const { link, agree, account, countActivations } = connecting
    const { redirect_url, connected_account_id } = await link()
    const visitors = [createVisitor(), createVisitor(), createVisitor()]
    const sent = await Promise.all(visitors.map((visitor) => visitor.connect(redirect_url)))
    expect(sent.filter(({ status }) => status === 403)).toHaveLength(2)
    const first = sent.findIndex(({ leadsTo }) => leadsTo !== null)
    const answer = await agree(sent[first]?.leadsTo ?? '')
    for (const [index, visitor] of visitors.entries())
      if (index !== first) expect((await visitor.visit(answer)).status).toBe(403)
    expect((await account(connected_account_id)).status).toBe('INITIATED')
    expect((await visitors[first]?.visit(answer))?.status).toBe(200)
    expect((await account(connected_account_id)).status).toBe('ACTIVE')
    expect(await countActivations(connected_account_id)).toBe(1)
  })
})

describe('an answer that is not the one waited for', () => {
  it('connects nothing when its state is unknown, missing, doubled or used before', async () => {
    verifies('accounts.connecting.state')
    const { service, server, link, submit, agree, account } = connecting
    const before = connecting.server.tokenRequests().length
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    const answer = await agree(await submit(user, redirect_url))
    const changed = (change: (query: URLSearchParams) => void) => {
      const url = new URL(answer)
      change(url.searchParams)
      return user.visit(url.href)
    }
    expect((await changed((query) => query.set('state', 'unknown'))).status).toBe(400)
    expect((await changed((query) => query.delete('state'))).status).toBe(400)
    expect((await changed((query) => query.append('state', stateOf(answer)))).status).toBe(400)
    expect((await user.visit(`${service.url}/oauth/callback`)).status).toBe(400)
    expect([server.tokenRequests().length, (await account(connected_account_id)).status]).toEqual([
      before,
      'INITIATED',
    ])
    const atOnce = await Promise.all([user.visit(answer), user.visit(answer), user.visit(answer)])
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
    expect((await user.visit(answer)).html).toContain('This link was already used')
    expect(server.tokenRequests()).toHaveLength(before + 1)
  })

  it('connects nothing when it is too late', async () => {
    verifies('accounts.connecting.state')
    const { server, link, submit, agree, account, pass } = connecting
    const before = connecting.server.tokenRequests().length
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    const answer = await agree(await submit(user, redirect_url))
    pass(31)
    expect((await user.visit(answer)).html).toContain('This link has expired')
    expect([server.tokenRequests().length, (await account(connected_account_id)).status]).toEqual([
      before,
      'INITIATED',
    ])
  })

  it("connects nothing with another account's code", async () => {
    verifies('accounts.connecting.state')
    const { server, link, submit, agree, account } = connecting
    const [ours, theirs] = [await link(), await link({ user_id: 'eve' })]
    const [user, eve] = [createVisitor(), createVisitor()]
    const providerUrl = await submit(user, ours.redirect_url)
    const stolen = new URL(await agree(await submit(eve, theirs.redirect_url)))
    stolen.searchParams.set('state', stateOf(providerUrl))
    expect((await user.visit(stolen.href)).status).toBe(400)
    expect(server.tokenRequests().at(-1)?.status).toBe(400)
    expect((await account(ours.connected_account_id)).status).toBe('FAILED')
    expect((await account(theirs.connected_account_id)).status).toBe('INITIATED')
  })

  it('connects nothing in the browser of somebody else', async () => {
    verifies('accounts.connecting.one-browser')
    const { server, link, submit, agree, account } = connecting
    const before = connecting.server.tokenRequests().length
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    const answer = await agree(await submit(user, redirect_url))
    // Sent to a victim, whose account would then be the attacker's.
    expect((await createVisitor().visit(answer)).status).toBe(403)
    expect(server.tokenRequests()).toHaveLength(before)
    expect((await user.visit(answer)).status).toBe(200)
    expect((await account(connected_account_id)).status).toBe('ACTIVE')
  })
})

describe('a provider that says no', () => {
  it('makes the account FAILED with the reason as plain text, and its user may try again', async () => {
    verifies('accounts.connecting.failed', 'accounts.connecting.return')
    const { service, link, submit, agree, account } = connecting
    const { redirect_url, link_token, connected_account_id } = await link({
      callback_url: 'https://app.example/done',
    })
    const user = createVisitor()
    const state = stateOf(await submit(user, redirect_url))
    const markup = '<script>alert(1)</script>\u0007\n<b>no</b>'
    const refused = await user.visit(
      `${service.url}/oauth/callback?${new URLSearchParams({ error: 'access_denied', error_description: markup, state })}`,
    )
    expect(refused.status).toBe(400)
    expect(refused.html).not.toMatch(/<script|<b>no/)
    expect(refused.html).toContain(`/connect/${link_token}`)
    expect(refused.html).toContain(`status=failed&amp;connected_account_id=${connected_account_id}`)
    const failed = await account(connected_account_id)
    expect(failed).toMatchObject({
      status: 'FAILED',
      status_reason: expect.stringContaining('<script>alert(1)</script>'),
    })
    expect(failed.status_reason).not.toMatch(/\p{Cc}/u)
    expect((await user.visit(await agree(await submit(user, redirect_url)))).status).toBe(200)
    expect(await account(connected_account_id)).toMatchObject({
      status: 'ACTIVE',
      status_reason: null,
    })
  })

  it('the user being the one who says it', async () => {
    verifies('accounts.connecting.failed')
    const { link, submit, agree, account } = connecting
    const { redirect_url, connected_account_id } = await link()
    const user = createVisitor()
    expect(
      (await user.visit(await agree(await submit(user, redirect_url), { deny: true }))).status,
    ).toBe(400)
    expect((await account(connected_account_id)).status).toBe('FAILED')
  })

  it('or whose answer to the exchange is no token, leaves the account FAILED', async () => {
    verifies('accounts.connecting.failed')
    const { fragileAuthConfigId, tokens, link, submit, agree, account, countActivations } =
      connecting
    const answers = [
      { status: 200, body: '<html>not a token' },
      { status: 200, body: '{"error":"server_error"}' },
      { status: 200, body: '{"token_type":"Bearer"}' },
      { status: 500, body: 'down' },
    ]
    for (const { status, body } of answers) {
      tokens.answer = (response) =>
        void response
          .writeHead(status, {
            'content-type': body.startsWith('<') ? 'text/html' : 'application/json',
          })
          .end(body)
      const { redirect_url, connected_account_id } = await link({
        auth_config_id: fragileAuthConfigId,
      })
      const user = createVisitor()
      expect((await user.visit(await agree(await submit(user, redirect_url)))).status).toBe(400)
      expect(await account(connected_account_id)).toMatchObject({
        status: 'FAILED',
        status_reason: expect.stringMatching(/./),
      })
      expect(await countActivations(connected_account_id)).toBe(0)
    }
  })
})

describe('an account that is deleted while its code is exchanged', () => {
  it('does not come back, and what was granted is revoked', async () => {
    verifies('accounts.connecting.deleted')
    const { service, fragileAuthConfigId, tokens, link, submit, agree, countActivations } =
      connecting
    const { redirect_url, connected_account_id } = await link({
      auth_config_id: fragileAuthConfigId,
    })
    tokens.answer = async (response) => {
      await service.client.connectedAccounts.delete({ params: { nanoid: connected_account_id } })
      json(response, 200, {
        access_token: 'late-access-token',
        token_type: 'bearer',
        expires_in: 60,
      })
    }
    const user = createVisitor()
    expect((await user.visit(await agree(await submit(user, redirect_url)))).status).toBe(404)
    expect(
      (await service.request('GET', `/api/v3/connected_accounts/${connected_account_id}`)).status,
    ).toBe(404)
    expect(
      (
        await service.client.connectedAccounts.list({
          query: { connected_account_ids: [connected_account_id] },
        })
      ).total_items,
    ).toBe(0)
    expect(await countActivations(connected_account_id)).toBe(0)
    await expect.poll(() => tokens.revoked, { timeout: 60_000 }).toContain('late-access-token')
  })
})

describe('an account that needs its user again', () => {
  it('keeps its id and what its user chose, and nothing of its former credential', async () => {
    verifies('accounts.connecting.again')
    const { service, shared, fragileAuthConfigId, tokens, submit, agree, account } = connecting
    const val = {
      status: 'ACTIVE' as const,
      access_token: 'former-access',
      refresh_token: 'former-refresh',
      scope: 'write',
      region: 'north',
    }
    const { id } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: fragileAuthConfigId },
        connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
      },
    })
    const beside = (await openServiceDatabase(shared.database)).handle.withTables<{
      connected_accounts: { id: string; status: string }
    }>()
    await beside
      .updateTable('connected_accounts')
      .set({ status: 'EXPIRED' })
      .where('id', '=', id)
      .execute()
    const renewed = await service.client.connectedAccounts.refresh({
      params: { nanoid: id },
      body: {},
    })
    expect(renewed).toMatchObject({
      id,
      status: 'INITIATED',
      redirect_url: expect.stringContaining('/connect/lk_'),
    })
    tokens.answer = (response) =>
      json(response, 200, { access_token: 'new-access', token_type: 'bearer' })
    const user = createVisitor()
    expect(
      (await user.visit(await agree(await submit(user, renewed.redirect_url ?? '')))).status,
    ).toBe(200)
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: false },
    })
    await expect
      .poll(async () => (await account(id)).state.val)
      .toEqual({
        status: 'ACTIVE',
        access_token: 'new-access',
        token_type: 'bearer',
        region: 'north',
      })
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: true },
    })
  })
})

describe('refresh of an ACTIVE account', () => {
  it('renews its credential, and leaves it ACTIVE while the provider is away', async () => {
    verifies('accounts.refresh')
    const { service, upstream, fragileAuthConfigId, tokens } = connecting
    const val = {
      status: 'ACTIVE' as const,
      access_token: 'first-access',
      refresh_token: 'first-refresh',
      expires_in: 3600,
    }
    const { id } = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: fragileAuthConfigId },
        connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
      },
    })
    const asked = tokens.asked.length
    const refresh = () =>
      service.client.connectedAccounts.refresh({ params: { nanoid: id }, body: {} })
    tokens.answer = (response) =>
      json(response, 200, {
        access_token: 'second-access',
        refresh_token: 'second-refresh',
        token_type: 'bearer',
        expires_in: 3600,
      })
    expect(await refresh()).toEqual({ id, status: 'ACTIVE', redirect_url: null })
    expect(tokens.asked.at(-1)).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'first-refresh',
    })
    await service.client.tools.execute({
      params: { tool_slug: 'FRAGILE_GET_NOTE' },
      body: { connected_account_id: id, arguments: { id: '1' } },
    })
    expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer second-access')
    tokens.answer = (response) => json(response, 503, {})
    expect(await refresh()).toEqual({ id, status: 'ACTIVE', redirect_url: null })
    expect(tokens.asked).toHaveLength(asked + 2)
  })
})

describe('the form of a link', () => {
  it('begins with what is known, keeps what is secret to itself, and asks again for what is wrong', async () => {
    verifies('accounts.connecting.prefill')
    const upstream = await startUpstream((request, response) =>
      json(
        response,
        request.headers.authorization === 'Bearer good-token-0123456789' ? 200 : 401,
        {},
      ),
    )
    const service = await startService({ egressAllow: [upstream.host] })
    await importToolkit(service, {
      slug: 'shop',
      source: {
        openapi: {
          ...openNotesApi('x'),
          servers: [
            { url: `${upstream.url}/{subdomain}`, variables: { subdomain: { default: 'none' } } },
          ],
        },
      },
      auth: {
        scheme: 'BEARER_TOKEN',
        fields: [
          { name: 'subdomain', display_name: 'Your shop' },
          { name: 'note', required: false },
        ],
      },
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'shop' } },
    })
    const link = (connection_data: Record<string, unknown>) =>
      service.client.connectedAccounts.link({
        body: { auth_config_id: auth_config.id, user_id: 'ada', connection_data },
      })
    const { redirect_url, connected_account_id } = await link({
      subdomain: 'acme',
      token: 'good-token-0123456789',
      note: 'old',
      status: 'ACTIVE',
      access_token: 'smuggled',
    })
    const user = createVisitor()
    const page = await user.visit(redirect_url)
    expect(page.html).toContain('value="acme"')
    expect(page.html).not.toMatch(/good-token|value.token/)
    const refused = await user.connect(redirect_url, { subdomain: '' })
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('Your shop is required'),
    ])
    const done = await user.connect(redirect_url, {
      subdomain: ' north ',
      note: '',
      base_url: 'https://evil.example',
    })
    expect(done.status).toBe(200)
    await service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: false },
    })
    await expect
      .poll(
        async () =>
          (await service.client.connectedAccounts.get({ params: { nanoid: connected_account_id } }))
            .state.val,
      )
      .toEqual({
        status: 'ACTIVE',
        subdomain: 'north',
        token: 'good-token-0123456789',
        access_token: 'smuggled',
      })
  })
})
