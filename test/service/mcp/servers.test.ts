import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { startFilled, type FilledService } from './start-filled.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilled({ keep: true, publicUrl: 'https://tools.example.com' })
})
afterAll(() => service.close())

const path = '/api/v3/mcp'
const unknownId = '00000000-0000-4000-8000-000000000000'
const create = (body: Record<string, unknown> = {}) =>
  service.request('POST', `${path}/servers`, {
    body: { name: 'Notes server', auth_config_ids: [service.notesConfig], ...body },
  })
const createCustom = (body: Record<string, unknown> = {}) =>
  service.request('POST', `${path}/servers/custom`, {
    body: { name: 'Custom server', toolkits: ['notes'], ...body },
  })
const get = (id: string) => service.request('GET', `${path}/${id}`)
const patch = (id: string, body: unknown) => service.request('PATCH', `${path}/${id}`, { body })

describe('a server', () => {
  it('is created for the toolkits of auth configs, and for others that need no account', async () => {
    verifies(
      'mcp.record',
      'mcp.create',
      'mcp.get',
      'mcp.url',
      'mcp.url.place',
      'mcp.icons',
      'mcp.allowed-tools',
    )
    const { status, body } = await create({
      no_auth_apps: ['OPEN', 'open'],
      allowed_tools: ['notes_get_note', 'OPEN_LIST_NOTES'],
      managed_auth_via_svc: true,
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'Notes server',
      auth_config_ids: [service.notesConfig],
      allowed_tools: ['NOTES_GET_NOTE', 'OPEN_LIST_NOTES'],
      mcp_url: `https://tools.example.com/mcp/servers/${body.id}`,
      toolkits: ['open', 'notes'],
      toolkit_icons: { open: expect.any(String), notes: expect.any(String) },
      commands: {
        client_1: expect.any(String),
        client_2: expect.any(String),
        client_3: expect.any(String),
      },
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
      server_instance_count: 0,
      managed_auth_via_svc: true,
      deleted: false,
    })
    expect(await get(body.id)).toMatchObject({ status: 200, body })
    expect(await get(body.id.toUpperCase())).toMatchObject({ status: 200, body })
    expect((await create()).body).toMatchObject({
      toolkits: ['notes'],
      allowed_tools: [],
      managed_auth_via_svc: false,
    })
  })

  it('is created for toolkits of choice, with or without auth configs', async () => {
    verifies('mcp.create.custom')
    expect(await createCustom()).toMatchObject({
      status: 201,
      body: { toolkits: ['notes'], auth_config_ids: [], allowed_tools: [] },
    })
    expect(
      (
        await createCustom({
          auth_config_ids: [service.tasksConfig],
          custom_tools: ['NOTES_GET_NOTE'],
          managed_auth_via_svc: true,
        })
      ).body,
    ).toMatchObject({
      toolkits: ['notes', 'tasks'],
      auth_config_ids: [service.tasksConfig],
      allowed_tools: ['NOTES_GET_NOTE'],
      managed_auth_via_svc: true,
    })
    expect(
      (
        await service.request('POST', `${path}/servers/custom`, {
          body: { name: 'Without toolkits' },
        })
      ).status,
    ).toBe(400)
  })

  it('has a name of 4 to 30 letters, digits, spaces and hyphens', async () => {
    verifies('mcp.name')
    const { id } = (await create()).body
    for (const name of ['abcd', 'A b-9', 'x'.repeat(30)]) {
      expect(await create({ name })).toMatchObject({ status: 201, body: { name } })
      expect(await patch(id, { name })).toMatchObject({ status: 200, body: { name } })
    }
    for (const name of ['abc', 'x'.repeat(31), 'a_b_c', 'naïve', 'a\nbcd', '', null, 4]) {
      for (const answer of [
        await create({ name }),
        await createCustom({ name }),
        await patch(id, { name }),
      ]) {
        expect(answer.status, String(name)).toBe(400)
        expect(answer.body.error.errors[0]).toContain('body.name')
      }
    }
  })

  it('is refused, by name, what the project does not have', async () => {
    verifies('mcp.create.references', 'mcp.allowed-tools')
    const other = await createProject(service, 'Other of references')
    const { id } = (await create()).body
    const refusals: [Record<string, unknown>, string][] = [
      [{ auth_config_ids: ['ac_00000000000000000'] }, 'ac_00000000000000000'],
      [{ allowed_tools: ['NOTES_UNKNOWN'] }, 'NOTES_UNKNOWN'],
      [{ allowed_tools: ['TASKS_GET_NOTE'] }, 'TASKS_GET_NOTE'],
    ]
    for (const [body, name] of refusals) {
      for (const answer of [await create(body), await createCustom(body), await patch(id, body)]) {
        expect(answer).toMatchObject({
          status: 400,
          body: { error: { slug: 'invalid_request', errors: [expect.stringContaining(name)] } },
        })
      }
    }
    for (const body of [{ toolkits: ['unknown'] }, { toolkits: ['notes', 'unknown'] }]) {
      expect((await createCustom(body)).body.error.errors).toEqual([
        expect.stringContaining('"unknown"'),
      ])
      expect((await patch(id, { ...body, auth_config_ids: [] })).body.error.errors).toEqual([
        expect.stringContaining('"unknown"'),
      ])
    }
    expect((await create({ no_auth_apps: ['unknown', 'tasks'] })).body.error.errors).toEqual([
      expect.stringContaining('"unknown"'),
      expect.stringContaining('"tasks" needs an account'),
    ])
    const theirs = await service.request('POST', `${path}/servers`, {
      body: { name: 'Taken', auth_config_ids: [service.notesConfig] },
      headers: { 'x-api-key': other.key },
    })
    expect(theirs).toMatchObject({
      status: 400,
      body: { error: { errors: [expect.stringContaining(service.notesConfig)] } },
    })
    expect((await create({ auth_config_ids: [] })).status).toBe(400)
    expect((await createCustom({ toolkits: [] })).status).toBe(400)
    expect((await get(id)).body).toMatchObject({
      toolkits: ['notes'],
      auth_config_ids: [service.notesConfig],
    })
  })

  it('is answered with 400 to a malformed id and with 404 to an unknown one', async () => {
    verifies('mcp.statuses')
    for (const [method, place] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const) {
      for (const [id, status] of [
        ['not-a-uuid', 400],
        [unknownId, 404],
      ] as const) {
        const answer = await service.request(
          method,
          `${path}/${id}${place}`,
          method === 'PATCH' ? { body: { name: 'Renamed' } } : {},
        )
        expect(answer.status, `${method} ${id}`).toBe(status)
      }
    }
    expect((await get(unknownId)).body.error).toMatchObject({
      message: expect.stringContaining(unknownId),
      suggested_fix: expect.stringContaining('/mcp/servers'),
    })
  })
})

describe('an update', () => {
  it('changes the supplied fields only', async () => {
    verifies('mcp.update')
    const before = (await create({ no_auth_apps: ['open'], allowed_tools: ['NOTES_GET_NOTE'] }))
      .body
    const changes: [Record<string, unknown>, Record<string, unknown>][] = [
      [{ name: 'Renamed' }, { name: 'Renamed' }],
      [{ managed_auth_via_svc: true }, { managed_auth_via_svc: true }],
      [
        { allowed_tools: ['NOTES_LIST_NOTES', 'OPEN_GET_NOTE'] },
        { allowed_tools: ['NOTES_LIST_NOTES', 'OPEN_GET_NOTE'] },
      ],
      [{ allowed_tools: [] }, { allowed_tools: [] }],
      [
        { auth_config_ids: [service.tasksConfig] },
        { auth_config_ids: [service.tasksConfig], toolkits: ['open', 'tasks'] },
      ],
      [{ toolkits: ['tasks', 'notes'] }, { toolkits: ['tasks', 'notes'] }],
      [{ auth_config_ids: [] }, { auth_config_ids: [] }],
      [{}, {}],
    ]
    let expected = before
    for (const [body, effect] of changes) {
      const { status, body: answer } = await patch(before.id, body)
      expect(status, JSON.stringify(body)).toBe(200)
      expected = {
        ...expected,
        ...effect,
        updated_at: answer.updated_at,
        toolkit_icons: answer.toolkit_icons,
        commands: answer.commands,
      }
      expect(answer).toEqual(expected)
      expect((await get(before.id)).body).toEqual(expected)
    }
    expect(expected.updated_at > before.updated_at).toBe(true)
  })

  it('is refused where its lists would not fit together', async () => {
    verifies('mcp.update')
    const { id } = (await create({ allowed_tools: ['NOTES_GET_NOTE'] })).body
    expect((await patch(id, { toolkits: ['tasks'] })).body.error.errors[0]).toContain(
      service.notesConfig,
    )
    expect(
      (await patch(id, { auth_config_ids: [service.tasksConfig] })).body.error.errors[0],
    ).toContain('NOTES_GET_NOTE')
    expect(
      (await patch(id, { auth_config_ids: [], allowed_tools: [] })).body.error.errors[0],
    ).toContain('at least one toolkit')
    expect(
      (
        await patch(id, {
          auth_config_ids: [service.tasksConfig],
          allowed_tools: ['TASKS_GET_NOTE'],
        })
      ).status,
    ).toBe(200)
  })

  it('loses nothing of others that are made at the same time', async () => {
    verifies('mcp.update')
    const { id } = (await create()).body
    const changes = [
      { name: 'At once' },
      { managed_auth_via_svc: true },
      { allowed_tools: ['NOTES_GET_NOTE'] },
      { auth_config_ids: [service.notesConfig, service.tasksConfig] },
    ]
    const answers = await Promise.all(changes.map((body) => patch(id, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await get(id)).body).toMatchObject({
      name: 'At once',
      managed_auth_via_svc: true,
      allowed_tools: ['NOTES_GET_NOTE'],
      toolkits: ['notes', 'tasks'],
    })
  })
})

describe('a deleted server', () => {
  it('is answered as not found wherever it is named', async () => {
    verifies('mcp.delete', 'mcp.deleted', 'mcp.instances.key.bound')
    const { id } = (await create({ name: 'Soon gone' })).body
    await service.request('POST', `${path}/servers/${id}/instances`, { body: { user_id: 'ada' } })
    expect(await service.request('DELETE', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    })
    const requests: [string, string, unknown][] = [
      ['GET', `${path}/${id}`, undefined],
      ['PATCH', `${path}/${id}`, { name: 'Back again' }],
      ['DELETE', `${path}/${id}`, undefined],
      ['POST', `${path}/servers/generate`, { mcp_server_id: id, user_ids: ['ada'] }],
      ['GET', `${path}/servers/${id}/instances`, undefined],
      ['POST', `${path}/servers/${id}/instances`, { user_id: 'ada' }],
      ['DELETE', `${path}/servers/${id}/instances/ada`, undefined],
    ]
    for (const [method, place, body] of requests)
      expect((await service.request(method, place, { body })).status, `${method} ${place}`).toBe(
        404,
      )
    expect((await service.request('GET', `${path}/servers?name=Soon gone`)).body.items).toEqual([])
  })
})

describe('the list', () => {
  it('filters by name, toolkits and auth configs, and orders', async () => {
    verifies('mcp.list', 'mcp.list.pages', 'mcp.list.app', 'mcp.routes')
    const own = await startFilled({ keep: false })
    const make = async (name: string, authConfigIds: string[], toolkits: string[] = []) =>
      (
        await own.client.mcp.createCustom({
          body: { name, toolkits, auth_config_ids: authConfigIds },
        })
      ).id
    const first = await make('First Notes', [own.notesConfig])
    const second = await make('Second Both', [own.notesConfig, own.tasksConfig])
    const third = await make('Third Open', [], ['open', 'tasks'])
    await own.client.mcp.update({ params: { id: first }, body: { name: 'First again' } })
    const list = async (query: string) => (await own.request('GET', `${path}/${query}`)).body
    const ids = async (query: string) =>
      (await list(query)).items.map(({ id }: { id: string }) => id)

    expect(await ids('servers')).toEqual([third, second, first])
    expect(await ids('servers?order_direction=asc')).toEqual([first, second, third])
    expect(await ids('servers?order_by=updated_at')).toEqual([first, third, second])
    expect(await ids('servers?name=AGAIN')).toEqual([first])
    expect(await ids('servers?name=%25')).toEqual([])
    expect(await ids('servers?toolkits=tasks')).toEqual([third, second])
    expect(await ids('servers?toolkits=notes,open')).toEqual([third, second, first])
    expect(await ids(`servers?auth_config_ids=${own.tasksConfig}`)).toEqual([second])
    expect(await ids(`servers?auth_config_ids=${own.tasksConfig}&toolkits=open`)).toEqual([])
    expect(await list('servers?page_no=2&limit=2')).toMatchObject({
      items: [{ id: first }],
      next_cursor: null,
      total_pages: 2,
      current_page: 2,
      total_items: 3,
    })
    expect(await list('servers?page_no=9')).toMatchObject({
      items: [],
      total_items: 3,
      current_page: 9,
    })
    const page = await list('servers?limit=2')
    expect(page).toMatchObject({
      items: [{ id: third }, { id: second }],
      total_pages: 2,
      current_page: 1,
    })
    expect(await ids(`servers?cursor=${page.next_cursor}`)).toEqual([first])

    expect(await list('app/TASKS?limit=1&page_no=2')).toMatchObject({
      items: [{ id: second }],
      total_items: 2,
      total_pages: 2,
    })
    expect(await ids(`app/notes?auth_config_ids=${own.tasksConfig}`)).toEqual([second])
    expect((await own.request('GET', `${path}/app/unknown`)).status).toBe(404)
    for (const query of [
      'page_no=0',
      'page_no=x',
      'limit=1001',
      'order_by=id',
      'order_direction=up',
      'cursor=x',
      'auth_config_ids=x',
    ]) {
      expect((await own.request('GET', `${path}/servers?${query}`)).status, query).toBe(400)
    }
  })
})
