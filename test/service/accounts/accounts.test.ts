import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../support/notes-api.ts'
import { notesSecret, startNotesService, type NotesService } from '../../support/notes-service.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { engine, startService } from '../../support/start-service.ts'
import { createUnsupported } from './create-unsupported.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const withScheme = (slug: string, auth: Record<string, unknown>) =>
  importToolkit(notes.service, {
    slug,
    source: { openapi: openNotesApi(notes.upstream.url) },
    auth: auth as never,
  })

const connect = async (toolkit: string, values: Record<string, unknown>) => {
  const { auth_config } = await notes.service.client.authConfigs.create({
    body: { toolkit: { slug: toolkit } },
  })
  await notes.service.client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: 'ada', state: { authScheme: auth_config.auth_scheme, val: values } },
    },
  })
}

const sentBy = async (toolkit: string) => {
  const result = await notes.service.client.tools.execute({
    params: { tool_slug: `${toolkit}_get_note` },
    body: { user_id: 'ada', arguments: { id: '1' } },
  })
  expect(result.error).toBeNull()
  return notes.upstream.received.at(-1)
}

describe('a credential goes where its scheme says', () => {
  it('BEARER_TOKEN', async () => {
    verifies('accounts.placement')
    await withScheme('bearer', { scheme: 'BEARER_TOKEN' })
    await connect('bearer', { token: 'tok-123' })
    expect((await sentBy('bearer'))?.headers.authorization).toBe('Bearer tok-123')
  })

  it('BASIC', async () => {
    verifies('accounts.placement')
    await withScheme('basic', { scheme: 'BASIC' })
    await connect('basic', { username: 'ada', password: 'pä:ss' })
    expect((await sentBy('basic'))?.headers.authorization).toBe(
      `Basic ${Buffer.from('ada:pä:ss').toString('base64')}`,
    )
  })

  it('API_KEY in header, query and cookie, with several fields', async () => {
    verifies('accounts.placement')
    await withScheme('keys', {
      scheme: 'API_KEY',
      placements: [
        { field: 'api_key', in: 'header', name: 'Authorization', prefix: 'token ' },
        { field: 'app', in: 'query', name: 'app id'.replace(' ', '_') },
        { field: 'seat', in: 'cookie', name: 'seat' },
      ],
    })
    await connect('keys', { generic_api_key: 'k1', app: 'a&b', seat: '7;x' })
    const request = await sentBy('keys')
    expect(request?.headers.authorization).toBe('token k1')
    expect(request?.url).toBe('/notes/1?app_id=a%26b')
    expect(request?.headers.cookie).toBe('seat=7%3Bx')
  })
})

describe('a connected account', () => {
  it('is refused when a field is missing or cannot be sent', async () => {
    const create = (val: Record<string, unknown>) =>
      notes.service.request('POST', '/api/v3/connected_accounts', {
        body: {
          auth_config: { id: notes.authConfigId },
          connection: { user_id: 'ada', state: { authScheme: 'API_KEY', val } },
        },
      })
    expect((await create({})).body.error.errors).toEqual([
      'body.connection.state.val: generic_api_key is required',
    ])
    expect((await create({ generic_api_key: 'a\r\nx-evil: 1' })).status).toBe(400)
    expect(
      (
        await notes.service.request('POST', '/api/v3/connected_accounts', {
          body: {
            auth_config: { id: notes.authConfigId },
            connection: { state: { authScheme: 'BASIC', val: { username: 'x' } } },
          },
        })
      ).status,
    ).toBe(400)
  })

  it('shows its secrets only where the project says so', async () => {
    verifies('accounts.record', 'accounts.record.masked')
    const id = await notes.connect('masked')
    const get = () => notes.service.client.connectedAccounts.get({ params: { nanoid: id } })
    expect(JSON.stringify(await get())).not.toContain(notesSecret)
    expect(await get()).toMatchObject({
      status: 'ACTIVE',
      state: { authScheme: 'API_KEY', val: { status: 'ACTIVE' } },
      toolkit: { slug: 'notes' },
    })
    await notes.service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: false },
    })
    await expect.poll(async () => (await get()).state.val['generic_api_key']).toBe(notesSecret)
    await notes.service.client.projects.updateConfig({
      body: { mask_secret_keys_in_connected_account: true },
    })
  })

  it('is switched off and on', async () => {
    verifies('accounts.status')
    const nanoid = await notes.connect('switched')
    const set = (enabled: boolean) =>
      notes.service.client.connectedAccounts.setStatus({ params: { nanoid }, body: { enabled } })
    const get = async () => {
      const { status, is_disabled, state } = await notes.service.client.connectedAccounts.get({
        params: { nanoid },
      })
      return [status, is_disabled, state.val['status']]
    }
    expect(await set(false)).toEqual({ success: true })
    expect(await get()).toEqual(['INACTIVE', true, 'INACTIVE'])
    const refused = await notes.service.client.tools.execute({
      params: { tool_slug: 'NOTES_GET_NOTE' },
      body: { user_id: 'switched', arguments: { id: '1' } },
    })
    expect(refused.error).toContain('no active connection')
    await set(true)
    expect(await get()).toEqual(['ACTIVE', false, 'ACTIVE'])
  })

  it('is found by every filter, in either order', async () => {
    verifies('accounts.list')
    const first = await notes.connect('filtered')
    const second = await notes.connect('filtered')
    const list = async (query: Record<string, unknown>) =>
      (
        await notes.service.client.connectedAccounts.list({
          query: { user_ids: ['filtered'], ...query },
        })
      ).items.map((item) => item.id)
    expect(await list({})).toEqual([second, first])
    expect(await list({ order_direction: 'asc' })).toEqual([first, second])
    expect(
      await list({
        toolkit_slugs: ['notes'],
        statuses: ['ACTIVE'],
        auth_config_ids: [notes.authConfigId],
        connected_account_ids: [first],
      }),
    ).toEqual([first])
    expect(await list({ toolkit_slugs: ['open'] })).toEqual([])
    expect(await list({ statuses: ['EXPIRED'] })).toEqual([])
    const page = await notes.service.client.connectedAccounts.list({
      query: { user_ids: ['filtered'], limit: 1 },
    })
    expect(page).toMatchObject({ total_items: 2, total_pages: 2, current_page: 1 })
    expect(
      (
        await notes.service.client.connectedAccounts.list({
          query: { user_ids: ['filtered'], cursor: page.next_cursor },
        })
      ).items.map((item) => item.id),
    ).toEqual([first])
  })

  it('is gone when it is deleted, with its auth config, or with its toolkit', async () => {
    verifies('accounts.delete', 'auth-configs.delete')
    const gone = async (id: string) =>
      (await notes.service.request('GET', `/api/v3/connected_accounts/${id}`)).status
    const alone = await notes.connect('gone')
    await notes.service.client.connectedAccounts.delete({ params: { nanoid: alone } })
    expect(await gone(alone)).toBe(404)

    await withScheme('shortlived', { scheme: 'BEARER_TOKEN' })
    await connect('shortlived', { token: 'x' })
    const [account] = (
      await notes.service.client.connectedAccounts.list({
        query: { toolkit_slugs: ['shortlived'] },
      })
    ).items
    await notes.service.client.toolkits.delete({ params: { slug: 'shortlived' } })
    await expect.poll(() => gone(account?.id ?? '')).toBe(404)
    expect((await notes.service.request('GET', '/api/v3/toolkits/shortlived')).status).toBe(404)
  })

  it('with a scheme that cannot be carried out is 501', async () => {
    verifies('accounts.create.unsupported')
    const { database } = await createSharedDatabase()
    const service = await startService({ database })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: notesApi(notes.upstream.url) },
    })
    const authConfigId = await createUnsupported(service, database, 'notes')
    const create = await service.request('POST', '/api/v3/connected_accounts', {
      body: {
        auth_config: { id: authConfigId },
        connection: { state: { authScheme: 'OAUTH2', val: { access_token: 'x' } } },
      },
    })
    expect(create.body.error).toMatchObject({
      status: 501,
      slug: 'unsupported',
      message: expect.stringContaining('SAML'),
    })
    const link = await service.request('POST', '/api/v3/connected_accounts/link', {
      body: { auth_config_id: authConfigId, user_id: 'ada' },
    })
    expect(link.body.error).toMatchObject({ status: 501, slug: 'unsupported' })
  })
})

describe('an auth config', () => {
  it('masks its secrets, counts its accounts, and hides when it is disabled', async () => {
    verifies(
      'auth-configs.record',
      'auth-configs.masked',
      'auth-configs.shared-credentials',
      'auth-configs.status',
      'auth-configs.list',
    )
    await withScheme('counted', { scheme: 'API_KEY' })
    const { auth_config } = await notes.service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'counted' },
        auth_config: {
          name: 'Ours',
          shared_credentials: { generic_api_key: 'shared-secret-value' },
        },
      },
    })
    const params = { nanoid: auth_config.id }
    // The key is inherited, so the account needs none of its own.
    await notes.service.client.connectedAccounts.create({
      body: { auth_config: { id: auth_config.id }, connection: { user_id: 'ada' } },
    })
    expect((await sentBy('counted'))?.headers['x-api-key']).toBe('shared-secret-value')
    const record = await notes.service.client.authConfigs.get({ params })
    expect(record).toMatchObject({
      name: 'Ours',
      status: 'ENABLED',
      no_of_connections: 1,
      auth_scheme: 'API_KEY',
      is_svc_managed: false,
    })
    expect(JSON.stringify(record)).not.toContain('shared-secret-value')
    await notes.service.client.authConfigs.setStatus({ params: { ...params, status: 'disabled' } })
    const ids = async (query: Record<string, unknown>) =>
      (
        await notes.service.client.authConfigs.list({
          query: { toolkit_slug: ['counted'], ...query },
        })
      ).items.map(({ id }) => id)
    expect(await ids({})).toEqual([])
    expect(await ids({ show_disabled: true })).toEqual([auth_config.id])
    expect(
      (
        await notes.service.request('POST', '/api/v3/connected_accounts', {
          body: { auth_config: { id: auth_config.id }, connection: {} },
        })
      ).status,
    ).toBe(400)
  })

  it('of an unknown toolkit, scheme or id is refused', async () => {
    verifies('auth-configs.statuses', 'auth-configs.managed.absent')
    const create = (body: unknown) =>
      notes.service.request('POST', '/api/v3/auth_configs', { body })
    expect((await create({ toolkit: { slug: 'nothing' } })).status).toBe(404)
    expect(
      (
        await create({
          toolkit: { slug: 'notes' },
          auth_config: { type: 'use_custom_auth', authScheme: 'BASIC' },
        })
      ).status,
    ).toBe(400)
    expect(
      (await create({ toolkit: { slug: 'notes' }, auth_config: { type: 'use_svc_managed_auth' } }))
        .status,
    ).toBe(400)
    expect((await notes.service.request('GET', '/api/v3/auth_configs/ac_unknown')).status).toBe(404)
    expect((await notes.service.request('GET', '/api/v3/auth_configs/nonsense')).status).toBe(400)
  })
})

describe.skipIf(engine === 'postgres')('what lies on the disk', () => {
  it('holds no credential in clear', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
    const service = await startService({ folder })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: notesApi('https://notes.example') },
    })
    const { auth_config } = await service.client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: { shared_credentials: { region: 'canary-in-config' } },
      },
    })
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: 'ada',
          state: { authScheme: 'API_KEY', val: { generic_api_key: 'canary-in-account' } },
        },
      },
    })
    await service.close()
    const bytes = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name)).toString('latin1'))
      .join('')
    expect(bytes).toContain('connected_accounts')
    for (const secret of [
      'canary-in-config',
      'canary-in-account',
      service.apiKey,
      service.orgApiKey,
    ])
      expect(bytes).not.toContain(secret)
  })
})
