import { expect, it, vi } from 'vitest'
import { createClient } from '../../../../src/client/index.ts'
import { verifies } from '../../../requirements.ts'
import { expireLeases } from '../../../support/expire-leases.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi } from '../../../support/notes-api.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import { startNode } from '../../../support/start-node.ts'
import { instancesOf } from '../../../support/start-source.ts'
import { isThorough } from '../../../support/thorough.ts'
import { connectAccount } from '../../../support/watch-api.ts'
import { noteShared, startProvider } from './start-provider.ts'

const within = { timeout: 300_000, interval: 50 }

it.runIf(isThorough)(
  'killed between a deletion and the provider, a node takes every hook back after its restart',
  { timeout: 300_000 },
  async () => {
    verifies('triggers.hook.owners')
    const shared = await createSharedDatabase()
    const { database } = shared
    const provider = await startProvider()
    const start = () =>
      startNode({
        ...('url' in database
          ? { DATABASE_URL: database.url }
          : { PLUGBOARD_DATA: database.folder }),
        PLUGBOARD_EGRESS_ALLOW: provider.upstream.host,
      })
    let node = await start()
    await expect.poll(node.stdout).toContain('pbo_')
    const [apiKey, orgApiKey] = ['pbk', 'pbo'].map(
      (prefix) => new RegExp(`${prefix}_\\w+`).exec(node.stdout())?.[0] ?? '',
    )
    const own = () =>
      createClient({
        baseUrl: node.url,
        apiKey: apiKey ?? '',
        orgApiKey: orgApiKey ?? '',
        retries: 0,
      })
    const other = await own().projects.create({
      body: { name: 'Doomed', should_create_api_key: true },
    })
    const ofOther = () =>
      createClient({ baseUrl: node.url, apiKey: other.api_key ?? '', retries: 0 })
    const accounts = []
    for (const client of [own(), ofOther()]) {
      await importToolkit(
        { client },
        {
          slug: 'notes',
          source: { openapi: notesApi(provider.upstream.url) },
          triggers: [noteShared()],
        },
      )
      for (const user of ['ada', 'grace', 'alan']) {
        const account = await connectAccount(client, 'notes', user)
        const id = await instancesOf({ client }).upsert('NOTES_NOTE_SHARED', {
          connected_account_id: account.id,
        })
        await vi.waitFor(
          async () =>
            expect((await instancesOf({ client }).show(id)).trigger_data).toContain('"registered"'),
          within,
        )
        accounts.push(account)
      }
    }
    expect(provider.hooks.size).toBe(6)
    const [first, second] = accounts
    const deletions = [
      () => own().connectedAccounts.delete({ params: { nanoid: first?.id ?? '' } }),
      () => own().authConfigs.delete({ params: { nanoid: second?.authConfigId ?? '' } }),
      () => own().toolkits.delete({ params: { slug: 'notes' } }),
      () => own().projects.delete({ params: { nano_id: other.id } }),
    ]
    const left = [5, 4, 3, 0]
    for (const [index, remove] of deletions.entries()) {
      // The provider does not answer before the node is dead: nothing was taken back, or nobody
      // heard that it was.
      const [asked, dead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      provider.current.before = async ({ method }) => {
        if (method !== 'DELETE') return
        asked.resolve()
        await dead.promise
        provider.current.refuse = index % 2 === 0 ? 500 : 0
      }
      await remove()
      await asked.promise
      await node.kill()
      dead.resolve()
      await expireLeases(shared)
      // Before the node can ask: after a refusal it would wait for minutes.
      provider.current.before = () => void (provider.current.refuse = 0)
      node = await start()
      await vi.waitFor(() => expect(provider.hooks.size).toBe(left[index]), within)
    }
    await vi.waitFor(
      async () => expect(await shared.query('select * from hook_removals')).toEqual([]),
      within,
    )
    expect(await shared.query('select * from trigger_instances')).toEqual([])
  },
)

it.runIf(isThorough)(
  'killed while it takes a hook back of what is then switched on again, a node registers it anew',
  { timeout: 300_000 },
  async () => {
    verifies('triggers.hook.owners')
    const shared = await createSharedDatabase()
    const { database } = shared
    const provider = await startProvider()
    const start = () =>
      startNode({
        ...('url' in database
          ? { DATABASE_URL: database.url }
          : { PLUGBOARD_DATA: database.folder }),
        PLUGBOARD_EGRESS_ALLOW: provider.upstream.host,
      })
    let node = await start()
    await expect.poll(node.stdout).toContain('pbo_')
    const apiKey = /pbk_\w+/.exec(node.stdout())?.[0] ?? ''
    const client = () => createClient({ baseUrl: node.url, apiKey, retries: 0 })
    await importToolkit(
      { client: client() },
      {
        slug: 'notes',
        source: { openapi: notesApi(provider.upstream.url) },
        triggers: [noteShared()],
      },
    )
    const account = await connectAccount(client(), 'notes', 'ada')
    const id = await instancesOf({ client: client() }).upsert('NOTES_NOTE_SHARED', {
      connected_account_id: account.id,
    })
    const registered = async () =>
      JSON.parse((await instancesOf({ client: client() }).show(id)).trigger_data ?? '{}') as {
        status?: string
        registration?: { id: string }
      }
    await vi.waitFor(async () => expect((await registered()).status).toBe('registered'), within)

    // The provider forgets the hook, and nobody hears of it.
    const [asked, dead] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    provider.current.before = async ({ method }) => {
      if (method !== 'DELETE') return
      asked.resolve()
      await dead.promise
    }
    await client().triggerInstances.setStatus({ params: { id }, body: { status: 'disable' } })
    await asked.promise
    await node.kill()
    dead.resolve()
    await vi.waitFor(() => expect(provider.hooks.size).toBe(0), within)
    node = await start()
    await client().triggerInstances.setStatus({ params: { id }, body: { status: 'enable' } })
    await expireLeases(shared)

    await vi.waitFor(
      async () =>
        expect([...provider.hooks.keys()]).toEqual([(await registered()).registration?.id]),
      within,
    )
    expect((await registered()).status).toBe('registered')
  },
)
