import { onTestFinished, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { ask } from './protocol/speak.ts'
import { startFilled } from './start-filled.ts'

const day = 24 * 60 * 60_000

/** A service at a time of its own, with one MCP server; signed URLs open it. */
const start = async () => {
  let now = Date.parse('2027-01-01T00:00:00.500Z')
  const shared = await createSharedDatabase()
  const service = await startFilled({
    database: shared.database,
    clock: { now: () => new Date(now) },
  })
  onTestFinished(() => service.close())
  const { client, notesConfig } = service
  await client.projects.updateConfig({ body: { require_mcp_api_key: false } })
  const createServer = async () =>
    (await client.mcp.create({ body: { name: 'Notes server', auth_config_ids: [notesConfig] } })).id
  const serverId = await createServer()
  return {
    ...service,
    shared,
    serverId,
    createServer,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    /** Signed URLs for two users, and for an account of the first. */
    sign: async (account: string, expires_in_seconds?: number, id = serverId) => {
      const answer = await client.mcp.generate({
        body: {
          mcp_server_id: id,
          user_ids: ['ada', 'bob'],
          connected_account_ids: [account],
          ...(expires_in_seconds !== undefined && { expires_in_seconds }),
        },
      })
      const [ada = '', bob = ''] = answer.user_ids_url
      const [ofAccount = ''] = answer.connected_account_urls
      return { ada, bob, ofAccount, expires_at: answer.expires_at }
    },
    createInstance: (body: { rotate_key?: boolean; expires_in_seconds?: number } = {}) =>
      client.mcp.createInstance({ params: { serverId }, body: { user_id: 'ada', ...body } }),
  }
}

const open = async (url: string, key?: string) => {
  const { status, body } = await ask(
    url,
    'tools/list',
    {},
    { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } },
  )
  return { status, error: body.error }
}
const statusOf = async (url: string, key?: string) => (await open(url, key)).status

it('a signed URL does not expire unless asked, and else says when it did; nobody can change the time', async () => {
  verifies('mcp.generate.expiry')
  const { connect, notesConfig, client, pass, sign, serverId } = await start()
  const account = await connect('ada', notesConfig)
  const lasting = await sign(account)
  expect(lasting.expires_at).toBeNull()
  expect(lasting.ada).not.toContain('expires=')
  const { ada, ofAccount, expires_at } = await sign(account, 60)
  expect(expires_at).toBe('2027-01-01T00:01:00.000Z')
  const later = (url: string) =>
    url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 9}`)
  const without = (url: string) => url.replace(/&expires=\d+/, '')
  for (const url of [lasting.ada, lasting.ofAccount, ada, ofAccount])
    expect(await statusOf(url), url).toBe(200)
  for (const url of [
    later(ada),
    without(ada),
    later(ofAccount),
    `${lasting.ada}&expires=4102444800`,
  ])
    expect(await statusOf(url), url).toBe(401)
  for (const wrong of ['', '0', '-1', '1e9', 'x', '1&expires=2'])
    expect(await statusOf(`${lasting.ada}&expires=${wrong}`), wrong).toBe(400)

  pass(60_000)
  for (const url of [ada, ofAccount]) {
    const { status, error } = await open(url)
    expect(status).toBe(401)
    expect(error).toMatchObject({
      message: expect.stringContaining(`expired at ${expires_at}`),
      data: { suggested_fix: expect.stringContaining('/mcp/servers/generate') },
    })
  }
  expect(await statusOf(lasting.ada)).toBe(200)

  for (const expires_in_seconds of [0, 59, 1.5, 1e12])
    await expect(
      client.mcp.generate({ body: { mcp_server_id: serverId, expires_in_seconds } }),
    ).rejects.toMatchObject({ status: 400 })
  await client.projects.updateConfig({ body: { require_mcp_api_key: true } })
  expect(await sign(account, 60)).toMatchObject({
    expires_at: null,
    ada: expect.not.stringContaining('expires'),
  })
})

it('the signed URLs of one user are rotated alone, with those of the accounts of the user', async () => {
  verifies('mcp.rotate-urls')
  const { connect, notesConfig, client, sign, serverId, createServer } = await start()
  const account = await connect('ada', notesConfig)
  const otherId = await createServer()
  const other = await sign(account, undefined, otherId)
  for (const round of ['first', 'second']) {
    const before = await sign(account)
    const expiring = await sign(account, 600)
    expect(
      await client.mcp.rotateUrls({ params: { serverId }, body: { user_id: 'ada' } }),
    ).toMatchObject({ server_id: serverId, user_id: 'ada' })
    for (const url of [before.ada, before.ofAccount, expiring.ada, expiring.ofAccount])
      expect(await statusOf(url), round).toBe(401)
    for (const url of [before.bob, expiring.bob, other.ada, other.ofAccount])
      expect(await statusOf(url), round).toBe(200)
    const after = await sign(account)
    for (const url of [after.ada, after.ofAccount]) expect(await statusOf(url), round).toBe(200)
  }
})

it('all signed URLs of a server are rotated at once', async () => {
  verifies('mcp.rotate-urls')
  const { connect, notesConfig, client, request, sign, serverId, createServer, shared } =
    await start()
  const account = await connect('ada', notesConfig)
  const otherId = await createServer()
  const other = await sign(account, undefined, otherId)
  const before = await sign(account)
  expect(await client.mcp.rotateUrls({ params: { serverId }, body: {} })).toMatchObject({
    server_id: serverId,
    user_id: null,
  })
  for (const url of [before.ada, before.bob, before.ofAccount])
    expect(await statusOf(url)).toBe(401)
  const after = await sign(account)
  for (const url of [after.ada, after.bob, after.ofAccount, other.ada])
    expect(await statusOf(url)).toBe(200)

  // A misspelt user_id would rotate the URLs of everybody.
  const path = (id: string) => `/api/v3/mcp/servers/${id}/rotate_urls`
  expect((await request('POST', path(serverId), { body: { userid: 'ada' } })).status).toBe(400)
  expect((await request('POST', path(serverId), { body: { user_id: '' } })).status).toBe(400)
  const unknown = path('00000000-0000-4000-8000-000000000000')
  for (const body of [{}, { user_id: 'ada' }])
    expect((await request('POST', unknown, { body })).status).toBe(404)

  await client.mcp.rotateUrls({ params: { serverId }, body: { user_id: 'ada' } })
  await client.mcp.delete({ params: { id: serverId } })
  await expect
    .poll(() => shared.query('select * from mcp_url_rotations'), { timeout: 60_000 })
    .toEqual([])
})

it("a user's signed URLs end with the instance that is taken away", async () => {
  verifies('mcp.rotate-urls')
  const { connect, notesConfig, client, sign, serverId, createInstance } = await start()
  const { ada, bob } = await sign(await connect('ada', notesConfig))
  await createInstance()
  await client.mcp.deleteInstance({ params: { serverId, instanceId: 'ada' } })
  expect(await statusOf(ada)).toBe(401)
  expect(await statusOf(bob)).toBe(200)
})

it('the key of an instance ends after 30 days, and then says how to get another', async () => {
  verifies('mcp.instances.key.expiry')
  const { client, request, serverId, pass, createInstance } = await start()
  const { mcp_url } = await client.mcp.get({ params: { id: serverId } })
  const { key, expires_at } = await createInstance()
  expect(expires_at).toBe('2027-01-31T00:00:00.500Z')
  const { instances } = await client.mcp.listInstances({ params: { serverId } })
  expect(instances).toMatchObject([{ instance_id: 'ada', expires_at }])
  pass(30 * day - 1)
  expect(await statusOf(mcp_url, key)).toBe(200)
  pass(1)
  expect(await open(mcp_url, key)).toMatchObject({
    status: 401,
    error: {
      message: expect.stringContaining(`expired at ${expires_at}`),
      data: {
        suggested_fix: expect.stringContaining(
          `POST /api/v3/mcp/servers/${serverId}/instances and rotate_key: true`,
        ),
      },
    },
  })
  // Asked for again, the instance stays as it is.
  expect(await createInstance()).toMatchObject({ expires_at })
  const rotated = await createInstance({ rotate_key: true })
  expect(rotated.expires_at).toBe('2027-03-02T00:00:00.500Z')
  expect(await statusOf(mcp_url, rotated.key)).toBe(200)

  const short = await createInstance({ rotate_key: true, expires_in_seconds: 60 })
  pass(60_000)
  expect(await statusOf(mcp_url, short.key)).toBe(401)
  await client.projects.updateConfig({ body: { mcp_key_expiry_in_seconds: 0 } })
  const lasting = await createInstance({ rotate_key: true })
  expect(lasting.expires_at).toBeNull()
  pass(3650 * day)
  expect(await statusOf(mcp_url, lasting.key)).toBe(200)
  for (const expires_in_seconds of [0, 59, 1.5, 1e12])
    expect(
      (
        await request('POST', `/api/v3/mcp/servers/${serverId}/instances`, {
          body: { user_id: 'ada', rotate_key: true, expires_in_seconds },
        })
      ).status,
    ).toBe(400)
})

it('the key of an instance uses no account that is of none of the auth configs of its server', async () => {
  verifies('mcp.instances.key')
  const { client, connect, notesConfig, createAuthConfig, serverId, createInstance } = await start()
  await client.mcp.update({ params: { id: serverId }, body: { auth_config_ids: [notesConfig] } })
  const { mcp_url } = await client.mcp.get({ params: { id: serverId } })
  const { key } = await createInstance()
  const at = (account: string) => `${mcp_url}?connected_account_id=${account}`
  expect(await statusOf(at(await connect('ada', notesConfig)), key)).toBe(200)
  const other = await createAuthConfig('notes')
  expect(await statusOf(at(await connect('ada', other)), key)).toBe(404)
})
