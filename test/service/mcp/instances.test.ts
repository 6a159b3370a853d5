import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { openAccess } from './open-access.ts'
import { startFilled, type FilledService } from './start-filled.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilled({ keep: true })
})
afterAll(() => service.close())

const createServer = async ({ client, notesConfig }: FilledService) =>
  (await client.mcp.create({ body: { name: 'Notes server', auth_config_ids: [notesConfig] } })).id
const place = (serverId: string) => `/api/v3/mcp/servers/${serverId}/instances`
const create = (serverId: string, body: Record<string, unknown>, by = service) =>
  by.request('POST', place(serverId), { body })
const remove = (serverId: string, instance: string, by = service) =>
  by.request('DELETE', `${place(serverId)}/${encodeURIComponent(instance)}`)
const countOf = async (id: string, by = service) =>
  (await by.client.mcp.get({ params: { id } })).server_instance_count

describe('an instance', () => {
  it('is created with a key, once for each user', async () => {
    verifies('mcp.instances.create', 'mcp.instances.key', 'mcp.instance-count')
    const server = await createServer(service)
    const { status, body } = await create(server, { user_id: 'ada' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      instance_id: 'ada',
      mcp_server_id: server,
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      expires_at: expect.stringMatching(/Z$/),
      key: expect.stringMatching(/^pbm_[0-9A-Za-z]{27,}$/),
    })
    const { key: _shownOnce, ...record } = body
    expect(await create(server, { user_id: 'ada' })).toMatchObject({ status: 200, body: record })
    expect((await create(server, { user_id: 'ada' })).body).not.toHaveProperty('key')
    expect((await create(server, { user_id: 'bob' })).status).toBe(201)
    expect(await countOf(server)).toBe(2)
    const other = await createServer(service)
    expect((await create(other, { user_id: 'ada' })).status).toBe(201)
    const { items } = await service.client.mcp.list({ query: { limit: 1000 } })
    const counts = new Map(items.map((item) => [item.id, item.server_instance_count]))
    expect([counts.get(server), counts.get(other)]).toEqual([2, 1])
    for (const malformed of [{}, { user_id: '' }, { user_id: 'x'.repeat(256) }, { user_id: 7 }])
      expect((await create(server, malformed)).status).toBe(400)
  })

  it('is one, however many ask for it at once', async () => {
    verifies('mcp.instances.create', 'mcp.instance-count')
    const server = await createServer(service)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create(server, { user_id: 'ada' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 201,
    ])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await countOf(server)).toBe(1)
  })

  it('is listed without its key, by page', async () => {
    verifies('mcp.instances.list', 'mcp.instances.key')
    const server = await createServer(service)
    const made = []
    for (const user_id of ['ada', 'bob', 'cyd']) made.push((await create(server, { user_id })).body)
    const list = async (query = '') =>
      (await service.request('GET', `${place(server)}${query}`)).body
    const [ada, bob, cyd] = made.map(({ key: _shownOnce, ...record }) => record)
    expect(await list()).toEqual({
      instances: [cyd, bob, ada],
      server_id: server,
      server_name: 'Notes server',
      total_pages: 1,
      current_page: 1,
    })
    expect(await list('?limit=2&page_no=2')).toEqual({
      instances: [ada],
      server_id: server,
      server_name: 'Notes server',
      total_pages: 2,
      current_page: 2,
    })
    expect((await list('?order_direction=asc')).instances).toEqual([ada, bob, cyd])
    await create(server, { user_id: 'bob', rotate_key: true })
    expect((await list('?order_by=updated_at')).instances[0].instance_id).toBe('bob')
    for (const query of ['?limit=0', '?limit=1001', '?page_no=0', '?order_by=key'])
      expect((await service.request('GET', place(server) + query)).status).toBe(400)
  })

  it("is deleted with the user's accounts for the toolkits of the server, and no others", async () => {
    verifies('mcp.instances.delete', 'mcp.instances.delete.answer', 'mcp.instance-count')
    const own = await startFilled()
    const server = (
      await own.client.mcp.createCustom({
        body: { name: 'Two toolkits', toolkits: ['tasks'], auth_config_ids: [own.notesConfig] },
      })
    ).id
    await create(server, { user_id: 'a/b c' }, own)
    await create(server, { user_id: 'bob' }, own)
    const unrelatedConfig = await own.createAuthConfig('notes')
    const associated = [
      await own.connect('a/b c', own.notesConfig),
      await own.connect('a/b c', own.notesConfig),
      await own.connect('a/b c', own.tasksConfig),
    ]
    const kept = [
      await own.connect('a/b c', unrelatedConfig),
      await own.connect('bob', own.notesConfig),
    ]

    expect(await remove(server, 'a/b c', own)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('a/b c'), deleted_connected_accounts: 3 },
    })

    for (const id of associated)
      expect((await own.request('GET', `/api/v3/connected_accounts/${id}`)).status).toBe(404)
    for (const id of kept)
      expect((await own.request('GET', `/api/v3/connected_accounts/${id}`)).status).toBe(200)
    expect((await remove(server, 'a/b c', own)).status).toBe(404)
    expect((await own.request('GET', place(server))).body.instances).toMatchObject([
      { instance_id: 'bob' },
    ])
    expect(await countOf(server, own)).toBe(1)
  })

  it('is deleted by its id too, and unknown where it is not of the server', async () => {
    verifies('mcp.instances.delete', 'mcp.statuses')
    const server = await createServer(service)
    const { id } = (await create(server, { user_id: 'ada' })).body
    expect((await remove(await createServer(service), id)).status).toBe(404)
    expect((await remove(server, 'bob')).status).toBe(404)
    expect(await remove(server, id)).toMatchObject({
      status: 200,
      body: { deleted_connected_accounts: 0 },
    })
    expect((await create(server, { user_id: 'ada' })).status).toBe(201)
  })
})

describe('the key of an instance', () => {
  it('is bound to its server and user, and ends with the instance, the server and the project', async () => {
    verifies('mcp.instances.key', 'mcp.instances.key.bound')
    const shared = await createSharedDatabase()
    const own = await startFilled({ database: shared.database })
    const access = await openAccess(shared)
    const find = (key: string) => access().findByKey(key)
    const [server, doomed] = [await createServer(own), await createServer(own)]
    const ada = (await create(server, { user_id: 'ada' }, own)).body
    const bob = (await create(server, { user_id: 'bob' }, own)).body
    const ofDoomed = (await create(doomed, { user_id: 'ada' }, own)).body

    expect(await find(ada.key)).toMatchObject({
      serverId: server,
      userId: 'ada',
      instanceId: ada.id,
      keyHint: ada.key.slice(-4),
      project: { name: 'default' },
    })
    expect(await find(bob.key)).toMatchObject({ serverId: server, userId: 'bob' })
    for (const unknown of ['', 'pbm_unknown', own.apiKey, ada.key.slice(0, -1), 'x'.repeat(10_000)])
      expect(await find(unknown)).toBeUndefined()
    expect(JSON.stringify(await shared.query('select * from mcp_server_instances'))).not.toContain(
      ada.key,
    )
    for (const header of ['x-api-key', 'x-user-api-key'])
      expect(
        (await own.request('GET', '/api/v3/mcp/servers', { headers: { [header]: ada.key } }))
          .status,
      ).toBe(401)

    const replaced = await create(server, { user_id: 'ada', rotate_key: true }, own)
    expect(replaced).toMatchObject({
      status: 200,
      body: { id: ada.id, key: expect.stringMatching(/^pbm_/) },
    })
    expect(await find(ada.key)).toBeUndefined()
    expect(await find(replaced.body.key)).toMatchObject({ userId: 'ada' })

    await remove(server, 'ada', own)
    expect(await find(replaced.body.key)).toBeUndefined()
    await own.client.mcp.delete({ params: { id: doomed } })
    expect(await find(ofDoomed.key)).toBeUndefined()
    await expect
      .poll(
        () => shared.query(`select 1 from mcp_server_instances where server_id = '${doomed}'`),
        { timeout: 60_000 },
      )
      .toEqual([])

    const { body } = await own.request('GET', '/api/v3/org/owner/project/list')
    await own.request('DELETE', `/api/v3/org/owner/project/${body.data[0].id}`)
    expect(await find(bob.key)).toBeUndefined()
  })
})
