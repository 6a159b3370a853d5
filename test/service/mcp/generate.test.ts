import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { createSharedDatabase } from '../../support/shared-database.ts'
import { openAccess } from './open-access.ts'
import { startFilled, type FilledService } from './start-filled.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilled({ keep: true, publicUrl: 'https://tools.example.com' })
})
afterAll(() => service.close())

const createServer = async ({ client, notesConfig }: FilledService) =>
  (await client.mcp.create({ body: { name: 'Notes server', auth_config_ids: [notesConfig] } })).id
const generate = (body: Record<string, unknown>, by = service) =>
  by.request('POST', '/api/v3/mcp/servers/generate', { body })

describe('servers/generate', () => {
  it('answers one URL for each user and each account, in their order', async () => {
    verifies('mcp.generate', 'mcp.generate.unsigned', 'mcp.url')
    const id = await createServer(service)
    const base = `https://tools.example.com/mcp/servers/${id}`
    const one = await service.connect('one', service.notesConfig)
    const two = await service.connect('two', service.notesConfig)
    expect(
      await generate({
        mcp_server_id: id,
        user_ids: ['zoe', 'a&b=c?/ü +'],
        connected_account_ids: [two, one, two],
      }),
    ).toMatchObject({
      status: 200,
      body: {
        mcp_url: base,
        user_ids_url: [`${base}?user_id=zoe`, `${base}?user_id=a%26b%3Dc%3F%2F%C3%BC+%2B`],
        connected_account_urls: [two, one, two].map(
          (account) => `${base}?connected_account_id=${account}`,
        ),
      },
    })
    expect((await generate({ mcp_server_id: id })).body).toEqual({
      mcp_url: base,
      user_ids_url: [],
      connected_account_urls: [],
      expires_at: null,
    })
  })

  it('says in the URLs whether this service manages authentication, where the request says so', async () => {
    verifies('mcp.generate.managed')
    const id = await createServer(service)
    for (const managed_auth_by_svc of [true, false]) {
      const { body } = await generate({ mcp_server_id: id, managed_auth_by_svc, user_ids: ['ada'] })
      expect(new URL(body.user_ids_url[0]).searchParams.get('managed_auth_by_svc')).toBe(
        String(managed_auth_by_svc),
      )
      expect(new URL(body.mcp_url).search).toBe('')
    }
  })

  it('refuses servers and accounts that are not there', async () => {
    verifies('mcp.generate.unknown')
    const id = await createServer(service)
    const foreign = await service.connect('one', service.tasksConfig)
    const unknown = 'ca_00000000000000000'
    const { status, body } = await generate({
      mcp_server_id: id,
      connected_account_ids: [foreign, unknown],
    })
    expect(status).toBe(404)
    expect(body.error.errors).toEqual([
      expect.stringContaining(foreign),
      expect.stringContaining(unknown),
    ])
    expect((await generate({ mcp_server_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(
      404,
    )
    for (const malformed of [
      {},
      { mcp_server_id: 'x' },
      { mcp_server_id: id, user_ids: [''] },
      { mcp_server_id: id, connected_account_ids: ['x'] },
      { mcp_server_id: id, user_ids: 'ada' },
    ]) {
      expect((await generate(malformed)).status, JSON.stringify(malformed)).toBe(400)
    }
  })
})

describe('a signed URL', () => {
  it('opens its server for its user or account only, while the project requires no key', async () => {
    verifies('mcp.generate.signed', 'mcp.generate.unsigned')
    const shared = await createSharedDatabase()
    const own = await startFilled({ database: shared.database })
    const access = await openAccess(shared)
    const serverId = await createServer(own)
    const accountId = await own.connect('ada', own.notesConfig)
    const request = {
      mcp_server_id: serverId,
      user_ids: ['ada', 'bob'],
      connected_account_ids: [accountId],
    }
    const requireKey = (require_mcp_api_key: boolean) =>
      own.request('PATCH', '/api/v3/org/project/config', { body: { require_mcp_api_key } })
    expect((await generate(request, own)).body.user_ids_url[0]).not.toContain('signature')

    await requireKey(false)
    const signatureOf = (url: string) => new URL(url).searchParams.get('signature') ?? ''
    const { body } = await generate(request, own)
    const [ada, bob] = body.user_ids_url.map(signatureOf)
    const account = signatureOf(body.connected_account_urls[0])
    expect(new Set([ada, bob, account]).size).toBe(3)
    expect((await generate(request, own)).body).toEqual(body)
    const userSubject = { serverId, userId: 'ada' }
    expect(await access().findBySignature(userSubject, ada)).toMatchObject({
      config: { require_mcp_api_key: false },
    })
    expect(await access().findBySignature({ serverId, userId: 'bob' }, bob)).toBeDefined()
    expect(await access().findBySignature({ serverId, accountId }, account)).toBeDefined()

    const otherServer = await createServer(own)
    const refused = [
      access().findBySignature(userSubject, bob),
      access().findBySignature(userSubject, account),
      access().findBySignature(userSubject, ''),
      access().findBySignature(userSubject, `${ada}x`),
      access().findBySignature({ serverId, userId: accountId }, account),
      access().findBySignature({ serverId: otherServer, userId: 'ada' }, ada),
      access().findBySignature(
        { serverId: '00000000-0000-4000-8000-000000000000', userId: 'ada' },
        ada,
      ),
      access().findBySignature({ ...userSubject, managedAuth: true }, ada),
    ]
    expect(await Promise.all(refused)).toEqual(refused.map(() => undefined))
    const managed = signatureOf(
      (await generate({ ...request, managed_auth_by_svc: true }, own)).body.user_ids_url[0],
    )
    expect(
      await access().findBySignature({ ...userSubject, managedAuth: true }, managed),
    ).toBeDefined()
    expect(await access().findBySignature(userSubject, managed)).toBeUndefined()

    await requireKey(true)
    expect(await access().findBySignature(userSubject, ada)).toBeUndefined()
    await requireKey(false)
    await own.client.mcp.delete({ params: { id: serverId } })
    expect(await access().findBySignature(userSubject, ada)).toBeUndefined()
  })

  it('is signed with a secret that is stored encrypted', async () => {
    verifies('mcp.generate.signed')
    const shared = await createSharedDatabase()
    const own = await startFilled({ database: shared.database })
    await createServer(own)
    await createServer(own)
    const [one, two] = await shared.query('select url_secret from mcp_servers')
    expect(one?.['url_secret']).toMatch(/^v1\./)
    expect(one?.['url_secret']).not.toBe(two?.['url_secret'])
  })
})
