import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { startService, type TestService } from '../../support/start-service.ts'

let service: TestService
let authConfigId: string
let now = Date.parse('2026-11-21T12:00:00.000Z')

beforeAll(async () => {
  service = await startService({ keep: true, clock: { now: () => new Date(now) } })
  await importToolkit(service, {
    slug: 'notes',
    source: { openapi: notesApi('https://notes.example') },
  })
  await importToolkit(service, {
    slug: 'open',
    source: { openapi: openNotesApi('https://open.example') },
  })
  authConfigId = await authConfigOf('notes')
})
afterAll(() => service.close())

const authConfigOf = async (slug: string) =>
  (await service.client.authConfigs.create({ body: { toolkit: { slug } } })).auth_config.id

const link = (body: Record<string, unknown> = {}) =>
  service.request('POST', '/api/v3/connected_accounts/link', {
    body: { auth_config_id: authConfigId, user_id: 'ada', ...body },
  })

describe('a link session', () => {
  it('is a one-time link to a new account that waits for its user', async () => {
    verifies('accounts.link', 'accounts.link.answer', 'accounts.link.token', 'accounts.link.expiry')
    const { status, body } = await link({
      callback_url: 'https://app.example/done?x=1',
      connection_data: {
        generic_api_key: 'prefilled-canary',
        subdomain: 'acme',
        long_redirect_url: true,
        state_prefix: 'p',
      },
    })
    expect(status).toBe(201)
    expect(Object.keys(body).toSorted()).toEqual([
      'connected_account_id',
      'expires_at',
      'link_token',
      'redirect_url',
    ])
    expect(body.redirect_url).toBe(`${service.url}/connect/${body.link_token}`)
    // 22 letters and digits hold more than 128 bits.
    expect(body.link_token).toMatch(/^lk_[0-9A-Za-z]{22,}$/)
    const minutes = (Date.parse(body.expires_at) - now) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(10)
    expect(minutes).toBeLessThanOrEqual(60)
    const account = await service.client.connectedAccounts.get({
      params: { nanoid: body.connected_account_id },
    })
    expect(account).toMatchObject({
      user_id: 'ada',
      status: 'INITIATED',
      toolkit: { slug: 'notes' },
      auth_config: { id: authConfigId },
    })
    expect((await link()).body.connected_account_id).not.toBe(account.id)
  })

  it('goes back to an absolute http(s) address without a user name only', async () => {
    verifies('accounts.callback-url')
    for (const callback_url of [
      '/done',
      'ftp://app.example',
      'https://user:pass@app.example/',
      'https://user@app.example/',
      'javascript:alert(1)',
    ]) {
      expect([callback_url, (await link({ callback_url })).status]).toEqual([callback_url, 400])
    }
    const create = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: authConfigId },
        connection: {
          callback_url: 'https://a:b@app.example',
          state: { authScheme: 'API_KEY', val: { api_key: 'k' } },
        },
      },
    })
    expect(create.status).toBe(400)
  })

  it('is refused for what cannot be connected that way', async () => {
    verifies('accounts.link.statuses')
    expect((await link({ auth_config_id: 'ac_unknown' })).status).toBe(404)
    expect((await link({ user_id: undefined })).status).toBe(400)
    expect((await link({ connection_data: { api_key: 7 } })).status).toBe(400)
    expect((await link({ auth_config_id: await authConfigOf('open') })).body.error).toMatchObject({
      status: 422,
    })
    const disabled = await authConfigOf('notes')
    await service.client.authConfigs.setStatus({ params: { nanoid: disabled, status: 'DISABLED' } })
    expect((await link({ auth_config_id: disabled })).status).toBe(422)
    expect(
      (await service.request('POST', '/api/v3/connected_accounts/link', { body: {}, headers: {} }))
        .status,
    ).toBe(401)
  })

  it('is made anew by refresh, while an ACTIVE account stays as it is', async () => {
    verifies('accounts.refresh')
    const waiting = (await link()).body
    const refresh = (nanoid: string) =>
      service.client.connectedAccounts.refresh({ params: { nanoid }, body: {} })
    const renewed = await refresh(waiting.connected_account_id)
    expect(renewed).toMatchObject({
      id: waiting.connected_account_id,
      status: 'INITIATED',
      redirect_url: expect.stringContaining('/connect/lk_'),
    })
    expect(renewed.redirect_url).not.toBe(waiting.redirect_url)
    expect(
      (
        await service.request(
          'POST',
          `/api/v3/connected_accounts/${waiting.connected_account_id}/refresh`,
        )
      ).status,
    ).toBe(200)
    const active = await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: authConfigId },
        connection: { state: { authScheme: 'API_KEY', val: { api_key: 'k' } } },
      },
    })
    expect(await refresh(active.id)).toEqual({
      id: active.id,
      status: 'ACTIVE',
      redirect_url: null,
    })
    expect(
      (await service.request('POST', '/api/v3/connected_accounts/ca_unknown/refresh', { body: {} }))
        .status,
    ).toBe(404)
    await service.client.connectedAccounts.setStatus({
      params: { nanoid: active.id },
      body: { enabled: false },
    })
    expect(await refresh(active.id)).toEqual({
      id: active.id,
      status: 'INACTIVE',
      redirect_url: null,
    })
  })
})

describe('a session', () => {
  const openSession = async (config: Record<string, unknown> = {}) =>
    (
      await service.request('POST', '/api/v3/tool_router/session', {
        body: { user_id: 'ada', ...config },
      })
    ).body.session_id as string
  const linkIn = (session: string, body: Record<string, unknown> = {}) =>
    service.request('POST', `/api/v3/tool_router/session/${session}/link`, {
      body: { toolkit: 'notes', ...body },
    })
  const execute = async (session: string) =>
    (
      await service.request('POST', `/api/v3/tool_router/session/${session}/execute`, {
        body: { tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } },
      })
    ).body

  it('makes links for its user, under its rules', async () => {
    verifies('accounts.session-link', 'accounts.session-link.policy')
    const { status, body } = await linkIn(await openSession({ user_id: 'bob' }))
    expect(status).toBe(201)
    expect(Object.keys(body).toSorted()).toEqual([
      'connected_account_id',
      'expires_at',
      'link_token',
      'redirect_url',
    ])
    expect(
      await service.client.connectedAccounts.get({ params: { nanoid: body.connected_account_id } }),
    ).toMatchObject({ user_id: 'bob', status: 'INITIATED' })
    expect((await linkIn(await openSession({ toolkits: { disable: ['notes'] } }))).status).toBe(403)
    expect((await linkIn(await openSession(), { toolkit: 'unknown' })).status).toBe(404)
    expect((await linkIn(await openSession(), { toolkit: 'open' })).status).toBe(422)
    expect(
      (await linkIn(await openSession(), { callback_url: 'https://a:b@app.example' })).status,
    ).toBe(400)
  })

  it('lets its caller make links also where its model may not', async () => {
    verifies('accounts.session-link.caller-managed')
    expect(
      (await linkIn(await openSession({ manage_connections: { enable: false } }))).status,
    ).toBe(201)
  })

  it('links under its own auth config', async () => {
    verifies('accounts.session-link')
    const own = await authConfigOf('notes')
    await authConfigOf('notes')
    const { body } = await linkIn(await openSession({ auth_configs: { notes: own } }))
    expect(
      (
        await service.client.connectedAccounts.get({
          params: { nanoid: body.connected_account_id },
        })
      ).auth_config.id,
    ).toBe(own)
  })

  it('answers a call without a connection with the toolkit and one link, as long as that is valid', async () => {
    verifies('accounts.missing-connection')
    const session = await openSession({ user_id: 'eve' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => execute(session)))
    const [first] = answers
    expect(first.error).toContain('toolkit "notes"')
    expect(first.error).toContain(first.data.redirect_url)
    expect(first.data.redirect_url).toMatch(/\/connect\/lk_/)
    expect(new Set(answers.map(({ data }) => data.redirect_url)).size).toBe(1)
    const accounts = async () =>
      (await service.client.connectedAccounts.list({ query: { user_ids: ['eve'] } })).items.map(
        ({ id }) => id,
      )
    expect(await accounts()).toEqual([first.data.connected_account_id])

    now += 45 * 60_000
    const later = await execute(session)
    expect(later.data.redirect_url).not.toBe(first.data.redirect_url)
    // The account that nobody connected is used again.
    expect(await accounts()).toEqual([later.data.connected_account_id])
    expect(await accounts()).toEqual([first.data.connected_account_id])
  })

  it('keeps such links out of the log', async () => {
    verifies('accounts.link.token')
    const session = await openSession({ user_id: 'mallory' })
    const { data, log_id } = await execute(session)
    const multi = await service.request('POST', `/api/v3/tool_router/session/${session}/execute`, {
      body: {
        tool_slug: 'SVC_MULTI_EXECUTE_TOOL',
        arguments: { tools: [{ tool_slug: 'NOTES_GET_NOTE', arguments: { id: '1' } }] },
      },
    })
    expect(JSON.stringify(multi.body.data)).toContain(data.redirect_url)
    const token = String(data.redirect_url).split('/').at(-1) ?? ''
    for (const id of [log_id, multi.body.log_id]) {
      const entry = await service.request('GET', `/api/v3/logs/tool_executions/${id}`)
      // The entry of multi-execute only names those of its calls.
      expect(JSON.stringify(entry.body)).toContain(
        id === log_id ? '/connect/[redacted]' : log_id.slice(0, 4),
      )
      expect(JSON.stringify(entry.body)).not.toContain(token)
    }
  })

  it('names no link where its caller manages connections, or nothing could be connected', async () => {
    verifies('accounts.missing-connection')
    const answer = await execute(await openSession({ user_id: 'eve', manage_connections: false }))
    expect(answer.error).toContain('toolkit "notes"')
    expect(answer.data).not.toHaveProperty('redirect_url')
    const { items } = await service.client.authConfigs.list({
      query: { toolkit_slug: ['notes'], limit: 100 },
    })
    for (const { id } of items)
      await service.client.authConfigs.update({
        params: { nanoid: id },
        body: { type: 'custom', is_enabled_for_tool_router: false },
      })
    expect((await execute(await openSession({ user_id: 'eve' }))).data).not.toHaveProperty(
      'redirect_url',
    )
    expect((await linkIn(await openSession())).status).toBe(422)
  })
})

it('is a 404, whenever it happens, that the auth config is deleted meanwhile', async () => {
  verifies('accounts.link.statuses', 'accounts.create.statuses')
  for (let round = 0; round < 5; round += 1) {
    const id = await authConfigOf('notes')
    const connection = {
      user_id: 'ada',
      state: { authScheme: 'API_KEY', val: { generic_api_key: 'key of ada' } },
    }
    const requests = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0
        ? link({ auth_config_id: id })
        : service.request('POST', '/api/v3/connected_accounts', {
            body: { auth_config: { id }, connection },
          }),
    )
    const [deleted, ...answers] = await Promise.all([
      service.request('DELETE', `/api/v3/auth_configs/${id}`),
      ...requests,
    ])
    expect(deleted.status).toBe(200)
    expect(answers.filter(({ status }) => status !== 201 && status !== 404)).toEqual([])
    expect((await link({ auth_config_id: id })).status).toBe(404)
  }
})
