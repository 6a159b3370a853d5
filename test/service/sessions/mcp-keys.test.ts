import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../src/client/index.ts'
import { verifies } from '../../requirements.ts'
import { createProject } from '../../support/fill-project.ts'
import { startNotesService, type NotesService } from '../../support/notes-service.ts'
import { startService } from '../../support/start-service.ts'
import { ask } from '../mcp/protocol/speak.ts'

let notes: NotesService
beforeAll(async () => {
  notes = await startNotesService()
})
afterAll(() => notes.close())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const statusOf = async (url: string, headers: Record<string, string>) =>
  (await ask(url, 'tools/list', {}, { headers })).status

const open = async (user = 'ada') => {
  const { session_id, mcp } = await notes.service.client.sessions.create({
    body: { user_id: user },
  })
  const params = { session_id }
  return {
    params,
    url: mcp.url,
    create: (body: { name?: string; expires_in_seconds?: number } = {}) =>
      notes.service.client.sessions.createMcpKey({ params, body }),
  }
}

describe('a key of a session', () => {
  it('opens its MCP endpoint, in either header, and runs its tools as its user', async () => {
    verifies('sessions.mcp-keys', 'mcp-protocol.session-keys')
    await notes.connect('eve', 'the-key-of-eve-0123')
    const { url, create, params } = await open('eve')
    const made = await create()
    expect(made).toEqual({
      id: expect.stringMatching(/^mk_/),
      session_id: params.session_id,
      name: null,
      key: expect.stringMatching(/^pbm_\w{27}$/),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    })
    for (const headers of [
      bearer(made.key),
      { 'x-api-key': made.key },
      { 'x-user-api-key': made.key },
    ] as Record<string, string>[])
      expect(await statusOf(url, headers)).toBe(200)
    const { body } = await ask(
      url,
      'tools/call',
      { name: 'NOTES_LIST_NOTES', arguments: {} },
      { headers: bearer(made.key) },
    )
    expect(body.result.structuredContent).toMatchObject({ url: '/notes' })
    expect(notes.upstream.received.at(-1)?.headers['x-notes-key']).toBe('the-key-of-eve-0123')
  })

  it('opens nothing else: no other session, no server, nothing of REST', async () => {
    verifies('mcp-protocol.session-keys')
    const { url, create, params } = await open()
    const { key } = await create()
    const other = await open()
    const server = await notes.service.client.mcp.create({
      body: { name: 'Notes server', auth_config_ids: [notes.authConfigId] },
    })
    const { key: serverKey } = (await notes.service.client.mcp.createInstance({
      params: { serverId: server.id },
      body: { user_id: 'ada' },
    })) as { key: string }
    for (const [address, headers] of [
      [other.url, bearer(key)],
      [server.mcp_url, bearer(key)],
      [`${server.mcp_url}?user_id=ada`, { 'x-api-key': key }],
      [`${notes.service.url}/mcp/sessions/x`, bearer(key)],
      [url, bearer(serverKey)],
      [url, bearer('pbm_unknown')],
      [url, bearer(`pbm_${'x'.repeat(5000)}`)],
    ] as const) {
      expect(await statusOf(address, headers), address).toBe(401)
    }
    const paths = [
      ['GET', `tool_router/session/${params.session_id}`],
      ['GET', `tool_router/session/${params.session_id}/approvals`],
      ['GET', `tool_router/session/${params.session_id}/mcp_keys`],
      ['POST', `tool_router/session/${params.session_id}/mcp_keys`],
      ['GET', 'toolkits'],
    ]
    for (const [method = '', path = ''] of paths) {
      for (const header of ['x-api-key', 'x-user-api-key'])
        expect(
          (await notes.service.request(method, `/api/v3/${path}`, { headers: { [header]: key } }))
            .status,
          path,
        ).toBe(401)
    }
  })

  it('ends when it is revoked, and with its session, at once', async () => {
    verifies('sessions.mcp-keys', 'mcp-protocol.session-keys')
    const { url, create, params } = await open()
    const [first, second] = [await create(), await create()]
    expect(
      await notes.service.client.sessions.deleteMcpKey({ params: { ...params, key_id: first.id } }),
    ).toEqual({ id: first.id, deleted: true })
    await expect(
      notes.service.client.sessions.deleteMcpKey({ params: { ...params, key_id: first.id } }),
    ).rejects.toMatchObject({ status: 404 })
    expect([
      await statusOf(url, bearer(first.key)),
      await statusOf(url, bearer(second.key)),
    ]).toEqual([401, 200])
    await notes.service.client.sessions.delete({ params })
    expect(await statusOf(url, bearer(second.key))).toBe(401)
    await expect(create()).rejects.toMatchObject({ status: 404 })
  })

  it('is listed with its name and its end, the newest first, and never itself', async () => {
    verifies('sessions.mcp-keys.list')
    let now = Date.parse('2026-11-21T12:00:00Z')
    const service = await startService({ clock: { now: () => new Date(now) } })
    const [{ session_id }, other] = [
      await service.client.sessions.create({ body: { user_id: 'ada' } }),
      await service.client.sessions.create({ body: { user_id: 'ada' } }),
    ]
    const params = { session_id }
    const keys = []
    for (const body of [
      { name: "Ada's laptop", expires_in_seconds: 3600 },
      {},
      { name: 'Her telephone' },
    ]) {
      keys.push(await service.client.sessions.createMcpKey({ params, body }))
      now += 1000
    }
    const told = keys.toReversed().map(({ key, ...rest }) => ({ ...rest, key_hint: key.slice(-4) }))
    expect(told.map(({ name }) => name)).toEqual(['Her telephone', null, "Ada's laptop"])

    const first = await service.client.sessions.listMcpKeys({ params, query: { limit: 2 } })
    expect(first).toEqual({
      items: told.slice(0, 2),
      next_cursor: expect.any(String),
      total_pages: 2,
      current_page: 1,
      total_items: 3,
    })
    const second = await service.client.sessions.listMcpKeys({
      params,
      query: { limit: 2, cursor: first.next_cursor },
    })
    expect(second).toEqual({
      items: told.slice(2),
      next_cursor: null,
      total_pages: 2,
      current_page: 2,
      total_items: 3,
    })

    await service.client.sessions.deleteMcpKey({ params: { ...params, key_id: keys[1]?.id ?? '' } })
    expect(
      (await service.client.sessions.listMcpKeys({ params })).items.map(({ id }) => id),
    ).toEqual([keys[2]?.id, keys[0]?.id])
    expect(
      (await service.client.sessions.listMcpKeys({ params: { session_id: other.session_id } }))
        .items,
    ).toEqual([])
    for (const name of ['', 'x'.repeat(101)])
      await expect(
        service.client.sessions.createMcpKey({ params, body: { name } }),
      ).rejects.toMatchObject({ status: 400 })
  })

  it('ends when its time is over', async () => {
    verifies('sessions.mcp-keys')
    let now = Date.parse('2026-11-21T12:00:00Z')
    const service = await startService({ clock: { now: () => new Date(now) } })
    const { session_id, mcp } = await service.client.sessions.create({ body: { user_id: 'ada' } })
    const { key, expires_at } = await service.client.sessions.createMcpKey({
      params: { session_id },
      body: { expires_in_seconds: 60 },
    })
    expect(expires_at).toBe('2026-11-21T12:01:00.000Z')
    expect(await statusOf(mcp.url, bearer(key))).toBe(200)
    const list = async () =>
      (await service.client.sessions.listMcpKeys({ params: { session_id } })).items.map(
        ({ expires_at: end }) => end,
      )
    expect(await list()).toEqual([expires_at])
    now += 60_000
    expect(await statusOf(mcp.url, bearer(key))).toBe(401)
    expect(await list()).toEqual([])
    const unnamed = await service.client.sessions.createMcpKey({ params: { session_id }, body: {} })
    expect(Date.parse(unnamed.expires_at ?? '') - Date.parse(unnamed.created_at)).toBe(
      30 * 24 * 60 * 60_000,
    )
    await service.client.projects.updateConfig({ body: { mcp_key_expiry_in_seconds: 0 } })
    expect(
      (await service.client.sessions.createMcpKey({ params: { session_id }, body: {} })).expires_at,
    ).toBeNull()
    for (const seconds of [59, 1.5, -1, 1e12])
      await expect(
        service.client.sessions.createMcpKey({
          params: { session_id },
          body: { expires_in_seconds: seconds },
        }),
      ).rejects.toMatchObject({ status: 400 })
  })

  it("is made, listed and revoked by a key of its project alone, a person's too", async () => {
    verifies('sessions.mcp-keys')
    const { url, params, create } = await open()
    const { id } = await create()
    const stranger = await createProject(notes.service, 'A stranger to the session')
    await expect(stranger.client.sessions.createMcpKey({ params, body: {} })).rejects.toMatchObject(
      { status: 404 },
    )
    await expect(stranger.client.sessions.listMcpKeys({ params })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      stranger.client.sessions.deleteMcpKey({ params: { ...params, key_id: id } }),
    ).rejects.toMatchObject({ status: 404 })
    const other = await open()
    await expect(
      notes.service.client.sessions.deleteMcpKey({ params: { ...other.params, key_id: id } }),
    ).rejects.toMatchObject({ status: 404 })
    const person = createClient({
      baseUrl: notes.service.url,
      userApiKey: notes.service.userApiKey,
    })
    expect(
      await statusOf(url, bearer((await person.sessions.createMcpKey({ params, body: {} })).key)),
    ).toBe(200)
  })
})
