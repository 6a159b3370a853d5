import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { createProject } from '../../../support/fill-project.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../../support/notes-api.ts'
import { openServiceDatabase } from '../../../support/open-service-database.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import {
  fastClock,
  instancesOf,
  openSource,
  startSharedService,
} from '../../../support/start-source.ts'
import { oauthToolkit, startTokenProvider } from '../../../support/start-token-provider.ts'
import { isThorough } from '../../../support/thorough.ts'
import { connectAccount } from '../../../support/watch-api.ts'
import { noteShared, push, startProvider, type Hook, type Provider } from './start-provider.ts'

const within = { timeout: 60_000, interval: 20 }
let shared: TestService
beforeAll(async () => {
  shared = await startSharedService()
})
afterAll(() => shared.close())

const key = 'key-0123456789abcdef'

/** For the token provider, which takes any request with a valid token and gives hooks no names. */
const unsigned = {
  register: {
    request: {
      method: 'POST',
      path: '/hooks',
      body: { url: '{hook_url}', folder: '{config.folder}' },
    },
  },
  unregister: {
    request: { method: 'DELETE', path: '/hooks', query: { folder: '{config.folder}' } },
  },
  secret: undefined,
  signature: undefined,
}

/** An instance of an account of its own, whose hook the provider has. */
const register = async (client: TestService['client'], provider: Provider, userId = 'ada') => {
  const { upsert, show } = instancesOf({ client })
  const known = new Set(provider.hooks.keys())
  const account = await connectAccount(client, 'notes', userId)
  const id = await upsert('NOTES_NOTE_SHARED', { connected_account_id: account.id })
  await vi.waitFor(
    async () =>
      expect(JSON.parse((await show(id)).trigger_data ?? '{}')).toMatchObject({
        status: 'registered',
      }),
    within,
  )
  const [hook] = [...provider.hooks].flatMap(([name, told]) => (known.has(name) ? [] : [told]))
  if (!hook) throw new Error('Nothing is registered')
  return { id, account, hook }
}

/** The provider was asked with the account's credential, and calls of the address lead nowhere. */
const expectForgotten = async (provider: Provider, hook: Hook) => {
  await vi.waitFor(() => expect([...provider.hooks.values()]).not.toContain(hook), within)
  expect(provider.deletions().at(-1)?.headers['x-notes-key']).toBe(key)
  expect((await push(hook)).status).toBe(404)
}

describe('a hook is taken back from its provider', () => {
  it('with the account, the auth config and the toolkit that it belongs to', async () => {
    verifies('triggers.hook.owners')
    const provider = await startProvider()
    const { service } = await openSource(shared, provider.upstream, {
      triggers: [noteShared()],
      auth: 'API_KEY',
    })
    const { client } = service
    const ofAccount = await register(client, provider)
    const ofAuthConfig = await register(client, provider, 'grace')
    const ofToolkit = await register(client, provider, 'alan')
    const alone = await register(client, provider, 'edsger')

    await client.connectedAccounts.delete({ params: { nanoid: ofAccount.account.id } })
    expect((await push(ofAccount.hook)).status).toBe(404)
    await expectForgotten(provider, ofAccount.hook)
    await client.authConfigs.delete({ params: { nanoid: ofAuthConfig.account.authConfigId } })
    expect((await push(ofAuthConfig.hook)).status).toBe(404)
    await expectForgotten(provider, ofAuthConfig.hook)
    // Before the provider was told of the first, there is nobody any more to ask it as.
    await client.triggerInstances.delete({ params: { id: alone.id } })
    await client.connectedAccounts.delete({ params: { nanoid: alone.account.id } })
    await expectForgotten(provider, alone.hook)
    expect(provider.hooks.size).toBe(1)
    await client.toolkits.delete({ params: { slug: 'notes' } })
    await expectForgotten(provider, ofToolkit.hook)
    expect(provider.deletions()).toHaveLength(4)
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: openNotesApi(provider.upstream.url) },
    })
  })

  it('with its project, also of a toolkit that needs no account', async () => {
    verifies('triggers.hook.owners')
    const provider = await startProvider()
    const { id: project, client } = await createProject(shared, 'Doomed')
    await importToolkit(
      { client },
      {
        slug: 'notes',
        source: { openapi: notesApi(provider.upstream.url) },
        triggers: [noteShared()],
      },
    )
    await importToolkit(
      { client },
      {
        slug: 'open',
        source: { openapi: openNotesApi(provider.upstream.url) },
        triggers: [{ ...noteShared(), slug: 'OPEN_NOTE_SHARED' }],
      },
    )
    const { hook } = await register(client, provider)
    await instancesOf({ client }).upsert('OPEN_NOTE_SHARED')
    await vi.waitFor(() => expect(provider.hooks.size).toBe(2), within)

    await shared.client.projects.delete({ params: { nano_id: project } })

    await vi.waitFor(() => expect(provider.hooks.size).toBe(0), within)
    expect(
      provider
        .deletions()
        .map(({ headers }) => headers['x-notes-key'])
        .toSorted(),
    ).toEqual([key, undefined])
    expect((await push(hook)).status).toBe(404)
  })

  it('that it was being given when its account was deleted', async () => {
    verifies('triggers.hook.owners')
    const provider = await startProvider()
    const { service } = await openSource(shared, provider.upstream, {
      triggers: [noteShared()],
      auth: 'API_KEY',
    })
    const { client } = service
    const [asked, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    provider.current.before = async ({ method }) => {
      if (method !== 'POST') return
      asked.resolve()
      await deleted.promise
    }
    const account = await connectAccount(client, 'notes')
    await instancesOf(service).upsert('NOTES_NOTE_SHARED', { connected_account_id: account.id })
    await asked.promise
    await client.connectedAccounts.delete({ params: { nanoid: account.id } })
    deleted.resolve()
    await vi.waitFor(() => expect(provider.deletions()).toHaveLength(1), within)
    await vi.waitFor(() => expect(provider.hooks.size).toBe(0), within)
    expect(provider.deletions()[0]?.headers['x-notes-key']).toBe(key)
  })
})

describe('the credential that it takes', () => {
  it('waits for the provider encrypted, is used again and again, and goes when it was taken', async () => {
    verifies('triggers.hook.owners', 'triggers.hook.owners.credential')
    const lying = await createSharedDatabase()
    const provider = await startProvider()
    const service = await startService({
      database: lying.database,
      egressAllow: [provider.upstream.host],
      clock: fastClock(10),
    })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: notesApi(provider.upstream.url) },
      triggers: [noteShared()],
    })
    const { account } = await register(service.client, provider)
    provider.current.refuse = 503
    await service.client.connectedAccounts.delete({ params: { nanoid: account.id } })
    await vi.waitFor(() => expect(provider.deletions().length).toBeGreaterThan(0), within)
    const waiting = await lying.query('select * from hook_removals')
    expect(waiting).toMatchObject([{ connected_account_id: account.id }])
    expect(
      JSON.stringify([waiting, await lying.query('select * from connected_accounts')]),
    ).not.toMatch(new RegExp(`${key}|/hooks/h1`))
    provider.current.refuse = 0
    await vi.waitFor(() => expect(provider.hooks.size).toBe(0), within)
    await vi.waitFor(
      async () => expect(await lying.query('select * from hook_removals')).toEqual([]),
      within,
    )
    expect(new Set(provider.deletions().map(({ headers }) => headers['x-notes-key']))).toEqual(
      new Set([key]),
    )
  })

  it.runIf(isThorough)('is given up after some tries, which the log says', async () => {
    verifies('triggers.hook.owners.lost', 'triggers.hook.owners.credential')
    const lines: string[] = []
    const lying = await createSharedDatabase()
    const provider = await startProvider()
    const service = await startService({
      database: lying.database,
      egressAllow: [provider.upstream.host],
      clock: fastClock(5_000),
      logLevel: 'warn',
      writeLog: { write: (line: string) => void lines.push(line) },
    })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: notesApi(provider.upstream.url) },
      triggers: [noteShared()],
    })
    const { id, account } = await register(service.client, provider)
    provider.current.refuse = 500
    await service.client.connectedAccounts.delete({ params: { nanoid: account.id } })
    await vi.waitFor(
      () => expect(lines.join('')).toContain('A hook could not be unregistered'),
      within,
    )
    const said = lines.find((line) => line.includes('A hook could not be unregistered')) ?? '{}'
    expect(JSON.parse(said)).toMatchObject({
      trigger: id,
      triggerSlug: 'NOTES_NOTE_SHARED',
      account: account.id,
      reason: 'The API answered 500',
    })
    expect(lines.join('')).not.toContain(key)
    expect(provider.deletions()).toHaveLength(5)
    await vi.waitFor(
      async () => expect(await lying.query('select * from hook_removals')).toEqual([]),
      within,
    )
  })

  it.runIf(isThorough)('that was damaged keeps nobody from deleting, and is given up', async () => {
    verifies('triggers.hook.owners.lost')
    const lines: string[] = []
    const lying = await createSharedDatabase()
    const provider = await startProvider()
    const service = await startService({
      database: lying.database,
      egressAllow: [provider.upstream.host],
      clock: fastClock(10),
      logLevel: 'warn',
      writeLog: { write: (line: string) => void lines.push(line) },
    })
    await importToolkit(service, {
      slug: 'notes',
      source: { openapi: notesApi(provider.upstream.url) },
      triggers: [noteShared()],
    })
    const waiting = await register(service.client, provider)
    const damaged = await register(service.client, provider, 'grace')
    const store = openServiceDatabase(lying.database)
    const damage = async (table: string, column: string) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = 'v1.damaged.damaged'`.execute(
        (await store).handle,
      )
    provider.current.refuse = 503
    await service.client.connectedAccounts.delete({ params: { nanoid: waiting.account.id } })
    await vi.waitFor(() => expect(lines.join('')).toContain('"hook-removal"'), within)
    await damage('hook_removals', 'sealed')
    await damage('connected_accounts', 'values')
    await service.client.connectedAccounts.delete({ params: { nanoid: damaged.account.id } })

    await vi.waitFor(
      async () => expect(await lying.query('select * from hook_removals')).toEqual([]),
      within,
    )
    const said = lines
      .filter((line) => line.includes('could not be unregistered'))
      .map((line) => JSON.parse(line))
    expect(said).toHaveLength(2)
    expect(said).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          trigger: damaged.id,
          reason: 'What was stored of its credential was damaged',
        }),
        expect.objectContaining({ account: waiting.account.id }),
      ]),
    )
    expect((await push(damaged.hook)).status).toBe(404)
  })

  it('is renewed when it has ended, and revoked only after that', async () => {
    verifies('triggers.hook.owners.credential')
    const time = { now: Date.now() }
    const provider = await startTokenProvider()
    const service = await startService({
      egressAllow: [provider.host],
      clock: { now: () => new Date(time.now) },
    })
    await importToolkit(service, { ...oauthToolkit(provider), triggers: [noteShared(unsigned)] })
    const { client } = service
    const { auth_config } = await client.authConfigs.create({
      body: {
        toolkit: { slug: 'notes' },
        auth_config: {
          type: 'use_custom_auth',
          credentials: { client_id: 'client', client_secret: 'client-secret-0123' },
        },
      },
    })
    const given = provider.grant()
    const val = { ...given, expires_in: 3600, status: 'ACTIVE' as const }
    const { id } = await client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: 'OAUTH2', val } },
      },
    })
    const { upsert, show } = instancesOf(service)
    for (const folder of ['one', 'two'])
      await upsert('NOTES_NOTE_SHARED', { connected_account_id: id, trigger_config: { folder } })
    await vi.waitFor(
      () => expect(provider.calls).toEqual([given.access_token, given.access_token]),
      within,
    )
    const { items } = await client.triggerInstances.listActive({ query: {} })
    for (const item of items)
      await vi.waitFor(
        async () =>
          expect(JSON.parse((await show(item.id)).trigger_data ?? '{}')).toMatchObject({
            status: 'registered',
          }),
        within,
      )

    time.now += 2 * 60 * 60 * 1000
    await client.connectedAccounts.delete({ params: { nanoid: id } })

    await vi.waitFor(() => expect(provider.calls).toHaveLength(4), within)
    const renewed = provider.calls.at(-1)
    expect(renewed).not.toBe(given.access_token)
    expect(provider.calls.slice(2)).toEqual([renewed, renewed])
    expect(provider.refreshes).toEqual([given.refresh_token])
    await vi.waitFor(() => expect(provider.revocations).toContain(renewed), within)
    expect(provider.revocations).not.toContain(given.access_token)
  })
})
