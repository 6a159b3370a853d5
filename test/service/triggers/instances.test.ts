import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { connectAccount, importWithTriggers, triggerType } from '../../support/watch-api.ts'

let service: TestService
let ada: { id: string; authConfigId: string }
let grace: { id: string; authConfigId: string }
beforeAll(async () => {
  service = await startService({ keep: true })
  await importWithTriggers(service.client, 'notes', {
    triggers: [triggerType('NOTES_MADE'), triggerType('NOTES_SHARED')],
  })
  ada = await connectAccount(service.client, 'notes', 'ada')
  grace = await connectAccount(service.client, 'notes', 'grace')
})
afterAll(() => service.close())

const upsert = async (
  slug: string,
  account: { id: string },
  trigger_config: Record<string, unknown> = {},
): Promise<string> =>
  (
    await service.client.triggerInstances.upsert({
      params: { slug },
      body: { connected_account_id: account.id, trigger_config },
    })
  ).trigger_id

const list = (query: Record<string, unknown> = {}) =>
  service.client.triggerInstances.listActive({ query })
const ids = async (query: Record<string, unknown>) => (await list(query)).items.map(({ id }) => id)
const manage = (method: string, id: string, body?: unknown) =>
  service.request(
    method,
    `/api/v3/trigger_instances/manage/${id}`,
    body === undefined ? {} : { body },
  )

describe('the list of instances', () => {
  it('shows each with all that is known of it', async () => {
    verifies('triggers.active.record')
    const { trigger_id, deprecated } = await service.client.triggerInstances.upsert({
      params: { slug: 'NOTES_MADE' },
      body: { connected_account_id: ada.id, trigger_config: { folder: 'record' } },
    })
    const { version } = await service.client.triggerTypes.get({ params: { slug: 'NOTES_MADE' } })
    expect((await list({ trigger_ids: [trigger_id] })).items).toEqual([
      {
        id: trigger_id,
        uuid: deprecated.uuid,
        connected_account_id: ada.id,
        user_id: 'ada',
        trigger_name: 'NOTES_MADE',
        trigger_config: { folder: 'record' },
        state: {},
        trigger_data: expect.stringMatching(/^\{"status":"manual","hook_url":"http.*\/hooks\/hk_/),
        version,
        disabled_at: null,
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
  })

  it('is filtered by user, account, auth config, id and trigger type, also several at once', async () => {
    verifies('triggers.active.filters')
    const ofAda = await upsert('NOTES_MADE', ada, { folder: 'filters' })
    const ofGrace = await upsert('NOTES_SHARED', grace, { folder: 'filters' })
    const trigger_ids = [ofAda, ofGrace]
    expect(await ids({ trigger_ids })).toEqual([ofGrace, ofAda])
    for (const [query, expected] of [
      [{ user_ids: ['ada'] }, [ofAda]],
      [{ user_ids: ['ada', 'grace'] }, [ofGrace, ofAda]],
      [{ connected_account_ids: [grace.id] }, [ofGrace]],
      [{ auth_config_ids: [ada.authConfigId] }, [ofAda]],
      [{ trigger_names: ['notes_shared'] }, [ofGrace]],
      [{ user_ids: ['ada'], trigger_names: ['NOTES_SHARED'] }, []],
      [{ user_ids: ['nobody'] }, []],
    ] as const) {
      expect(await ids({ trigger_ids, ...query }), JSON.stringify(query)).toEqual(expected)
    }
    // A filter that was left empty is none.
    expect(
      (
        await service.request(
          'GET',
          `/api/v3/trigger_instances/active?user_ids=&trigger_ids=${ofAda}`,
        )
      ).body.total_items,
    ).toBe(1)
  })

  it('leaves disabled instances out unless they are asked for', async () => {
    verifies('triggers.active.disabled')
    const id = await upsert('NOTES_MADE', ada, { folder: 'disabled' })
    await manage('PATCH', id, { status: 'disable' })
    expect(await ids({ trigger_ids: [id] })).toEqual([])
    expect(await ids({ trigger_ids: [id], show_disabled: false })).toEqual([])
    expect(await ids({ trigger_ids: [id], show_disabled: true })).toEqual([id])
  })

  it('comes in pages, newest first', async () => {
    verifies('triggers.active.pages')
    const trigger_ids: string[] = []
    for (const folder of ['a', 'b', 'c'])
      trigger_ids.push(await upsert('NOTES_MADE', ada, { folder }))
    const first = await list({ trigger_ids, limit: 2 })
    expect(first).toMatchObject({ total_items: 3, total_pages: 2, current_page: 1 })
    const second = await list({ trigger_ids, cursor: first.next_cursor })
    expect(second).toMatchObject({ current_page: 2, next_cursor: null })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(trigger_ids.toReversed())
    for (const query of ['cursor=nonsense', 'limit=0', 'limit=1001', 'trigger_ids=nonsense'])
      expect(
        (await service.request('GET', `/api/v3/trigger_instances/active?${query}`)).status,
      ).toBe(400)
  })
})

describe('an instance', () => {
  it('is disabled and enabled', async () => {
    verifies('triggers.manage.status')
    const id = await upsert('NOTES_MADE', ada, { folder: 'switched' })
    const disabledAt = async () =>
      (await list({ trigger_ids: [id], show_disabled: true })).items[0]?.disabled_at
    expect(await manage('PATCH', id, { status: 'disable' })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    })
    const since = await disabledAt()
    expect(since).toMatch(/Z$/)
    expect((await manage('PATCH', id, { status: 'disable' })).status).toBe(200)
    expect(await disabledAt()).toBe(since)
    expect(await manage('PATCH', id, { status: 'enable' })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    })
    expect(await disabledAt()).toBeNull()
    expect((await manage('PATCH', id, { status: 'pause' })).status).toBe(400)
  })

  it('is gone when it is deleted', async () => {
    verifies('triggers.manage.delete')
    const id = await upsert('NOTES_MADE', ada, { folder: 'deleted' })
    expect(await manage('DELETE', id)).toMatchObject({ status: 200, body: { trigger_id: id } })
    expect(await ids({ trigger_ids: [id], show_disabled: true })).toEqual([])
    expect(await upsert('NOTES_MADE', ada, { folder: 'deleted' })).not.toBe(id)
  })

  it('that is unknown is 404', async () => {
    verifies('triggers.manage.unknown')
    for (const [method, body] of [
      ['PATCH', { status: 'enable' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await manage(method, 'ti_unknown', body)).body.error).toMatchObject({
        status: 404,
        message: expect.stringContaining('ti_unknown'),
      })
      expect((await manage(method, 'nonsense', body)).status).toBe(400)
    }
  })

  it('is nothing to another project', async () => {
    verifies('triggers.isolation')
    const id = await upsert('NOTES_MADE', ada, { folder: 'private' })
    const { client } = await createProject(service, 'Stranger')
    await expect(client.triggerInstances.delete({ params: { id } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      client.triggerInstances.setStatus({ params: { id }, body: { status: 'disable' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(
      (
        await client.triggerInstances.listActive({
          query: { trigger_ids: [id], show_disabled: true },
        })
      ).total_items,
    ).toBe(0)
    expect(await ids({ trigger_ids: [id] })).toEqual([id])
  })

  it('is found by its legacy UUID', async () => {
    verifies('triggers.uuid')
    const { trigger_id, deprecated } = await service.client.triggerInstances.upsert({
      params: { slug: 'NOTES_MADE' },
      body: { connected_account_id: ada.id, trigger_config: { folder: 'legacy' } },
    })
    expect(
      await service.client.migration.getNanoid({
        query: { uuid: deprecated.uuid, type: 'TRIGGER_INSTANCE' },
      }),
    ).toEqual({ nanoid: trigger_id })
  })
})

describe('the instances of what is deleted', () => {
  it('go with their account, auth config or toolkit; others stay', async () => {
    verifies('triggers.owners')
    await importWithTriggers(service.client, 'open', {
      triggers: [triggerType('OPEN_MADE')],
      auth: 'NO_AUTH',
    })
    const [one, two] = [
      await connectAccount(service.client, 'notes', 'one'),
      await connectAccount(service.client, 'notes', 'two'),
    ]
    const kept = await upsert('NOTES_MADE', ada, { folder: 'kept' })
    const ofAccount = await upsert('NOTES_MADE', one)
    const ofAuthConfig = await upsert('NOTES_MADE', two)
    const ofToolkit = (
      await service.client.triggerInstances.upsert({ params: { slug: 'OPEN_MADE' }, body: {} })
    ).trigger_id
    const left = () =>
      ids({ trigger_ids: [kept, ofAccount, ofAuthConfig, ofToolkit], show_disabled: true })
    expect(await left()).toHaveLength(4)

    await service.client.connectedAccounts.delete({ params: { nanoid: one.id } })
    await service.client.authConfigs.delete({ params: { nanoid: two.authConfigId } })
    await service.client.toolkits.delete({ params: { slug: 'open' } })

    await expect.poll(left, { timeout: 60_000 }).toEqual([kept])
  })

  it('go with their project, and lie on the disk without their configuration in clear', async () => {
    verifies('triggers.owners', 'triggers.stored')
    const shared = await createSharedDatabase()
    const alone = await startService({ database: shared.database })
    const { id, client } = await createProject(alone, 'Doomed')
    await importWithTriggers(client, 'open', {
      triggers: [triggerType('OPEN_MADE')],
      auth: 'NO_AUTH',
    })
    await client.triggerInstances.upsert({
      params: { slug: 'OPEN_MADE' },
      body: { trigger_config: { token: 'canary-in-configuration' } },
    })
    const rows = await shared.query('select * from trigger_instances')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('canary-in-configuration')

    await alone.request('DELETE', `/api/v3/org/owner/project/${id}`, {
      headers: { 'x-org-api-key': alone.orgApiKey },
    })
    await expect
      .poll(() => shared.query('select id from trigger_instances'), { timeout: 60_000 })
      .toEqual([])
  })
})
