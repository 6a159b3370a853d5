import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { createProject } from '../../../support/fill-project.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'
import { startService } from '../../../support/start-service.ts'
import { ask } from './speak.ts'

let notes: NotesService
let sessionUrl: string
let serverId: string
let serverUrl: string
beforeAll(async () => {
  notes = await startNotesService()
  const { client } = notes.service
  sessionUrl = (await client.sessions.create({ body: { user_id: 'ada' } })).mcp.url
  const server = await client.mcp.create({
    body: { name: 'Notes server', auth_config_ids: [notes.authConfigId], no_auth_apps: ['open'] },
  })
  serverId = server.id
  serverUrl = server.mcp_url
})
afterAll(() => notes.close())

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await ask(url, 'tools/list', {}, { headers })).status
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const requireKey = (require_mcp_api_key: boolean) =>
  notes.service.request('PATCH', '/api/v3/org/project/config', { body: { require_mcp_api_key } })
const createInstance = async (user_id: string, id = serverId) =>
  (await notes.service.client.mcp.createInstance({
    params: { serverId: id },
    body: { user_id },
  })) as { key: string }
const createServer = async () =>
  notes.service.client.mcp.create({
    body: { name: 'Another server', auth_config_ids: [notes.authConfigId] },
  })

const createStranger = async () =>
  (await createProject(notes.service, `Stranger ${crypto.randomUUID().slice(0, 8)}`)).key

describe('the endpoint of a session', () => {
  it("opens for the project's and the user's key, in either header or as a bearer token", async () => {
    verifies('mcp-protocol.keys')
    const { apiKey, userApiKey, orgApiKey } = notes.service
    for (const headers of [
      { 'x-api-key': apiKey },
      { 'x-api-key': userApiKey },
      { 'x-user-api-key': userApiKey },
      bearer(apiKey),
      bearer(userApiKey),
      { 'x-api-key': 'wrong', ...bearer(apiKey) },
    ] as Record<string, string>[]) {
      expect(await statusOf(sessionUrl, headers), JSON.stringify(Object.keys(headers))).toBe(200)
    }
    for (const headers of [
      {},
      { 'x-api-key': 'wrong' },
      bearer('wrong'),
      bearer(orgApiKey),
      { authorization: `Basic ${apiKey}` },
      { 'x-org-api-key': orgApiKey },
      bearer((await createInstance('eve')).key),
    ] as Record<string, string>[]) {
      expect(await statusOf(sessionUrl, headers), JSON.stringify(headers)).toBe(401)
    }
  })

  it('is not there for another project, nor once the session is gone', async () => {
    verifies('mcp-protocol.unknown')
    const { client, apiKey } = notes.service
    const { session_id, mcp } = await client.sessions.create({ body: { user_id: 'ada' } })
    expect(await statusOf(mcp.url, bearer(await createStranger()))).toBe(404)
    await client.sessions.delete({ params: { session_id } })
    for (const url of [
      mcp.url,
      `${notes.service.url}/mcp/sessions/trs_%00`,
      `${notes.service.url}/mcp/sessions/x`,
    ])
      expect(await statusOf(url, bearer(apiKey)), url).toBe(404)
  })
})

describe('the endpoint of a server', () => {
  it('opens for a key of the project where the URL says whose accounts are used', async () => {
    verifies('mcp-protocol.keys', 'mcp-protocol.server-urls')
    const key = bearer(notes.service.apiKey)
    const account = await notes.connect('zoe')
    for (const query of [
      'user_id=zoe',
      `connected_account_id=${account}`,
      'user_id=zoe&managed_auth_by_svc=true',
    ])
      expect(await statusOf(`${serverUrl}?${query}`, key), query).toBe(200)
    for (const query of [
      '',
      'user_id=',
      'user_id=a&user_id=b',
      `user_id=zoe&connected_account_id=${account}`,
      'connected_account_id=zoe',
      'user_id=zoe&managed_auth_by_svc=yes',
      'user_id=%00',
      `user_id=${'x'.repeat(300)}`,
    ]) {
      expect(await statusOf(`${serverUrl}?${query}`, key), query).toBe(400)
    }
    for (const url of [
      `${serverUrl}?connected_account_id=ca_00000000000000000`,
      `${notes.service.url}/mcp/servers/00000000-0000-4000-8000-000000000000?user_id=a`,
      `${notes.service.url}/mcp/servers/%00?user_id=a`,
    ]) {
      expect(await statusOf(url, key), url).toBe(404)
    }
    expect(await statusOf(`${serverUrl}?user_id=zoe`, bearer(await createStranger()))).toBe(404)
  })

  it("opens for a user's own key, which is for this server and this user alone and ends with either", async () => {
    verifies('mcp-protocol.instance-keys', 'mcp-protocol.unknown')
    const { client } = notes.service
    const other = await createServer()
    const { key } = await createInstance('bob', other.id)
    const theirs = await notes.connect('carl')
    for (const headers of [bearer(key), { 'x-api-key': key }])
      expect(await statusOf(other.mcp_url, headers)).toBe(200)
    expect(await statusOf(`${other.mcp_url}?user_id=bob`, bearer(key))).toBe(200)
    expect(await statusOf(`${other.mcp_url}?user_id=carl`, bearer(key))).toBe(403)
    expect(await statusOf(`${other.mcp_url}?connected_account_id=${theirs}`, bearer(key))).toBe(404)
    expect(await statusOf(serverUrl, bearer(key))).toBe(401)
    expect(
      (await notes.service.request('GET', '/api/v3/toolkits', { headers: { 'x-api-key': key } }))
        .status,
    ).toBe(401)
    await client.mcp.deleteInstance({ params: { serverId: other.id, instanceId: 'bob' } })
    expect(await statusOf(other.mcp_url, bearer(key))).toBe(401)
    const { key: second } = await createInstance('bob', other.id)
    await client.mcp.delete({ params: { id: other.id } })
    expect(await statusOf(other.mcp_url, bearer(second))).toBe(401)
    expect(await statusOf(`${other.mcp_url}?user_id=bob`, bearer(notes.service.apiKey))).toBe(404)
  })

  it('opens for what its command line writes into the file of a client', async () => {
    verifies('mcp-protocol.instance-keys', 'mcp.commands')
    const { id, commands } = await createServer()
    const { key } = await createInstance('ida', id)
    const home = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
    await promisify(execFile)('/bin/sh', ['-c', commands.client_1], {
      env: { PATH: dirname(process.execPath), HOME: home, PLUGBOARD_MCP_KEY: key },
    })
    const { mcpServers } = JSON.parse(await readFile(join(home, '.cursor/mcp.json'), 'utf8'))
    await rm(home, { recursive: true })
    expect(
      await statusOf(mcpServers['Another-server'].url, mcpServers['Another-server'].headers),
    ).toBe(200)
  })

  it('opens without a key for a signed URL alone, and only while the project requires none', async () => {
    verifies('mcp-protocol.signed')
    await requireKey(false)
    const account = await notes.connect('ada')
    const { user_ids_url, connected_account_urls } = await notes.service.client.mcp.generate({
      body: { mcp_server_id: serverId, user_ids: ['ada'], connected_account_ids: [account] },
    })
    const [ofUser = '', ofAccount = ''] = [...user_ids_url, ...connected_account_urls]
    for (const url of [ofUser, ofAccount]) expect(await statusOf(url)).toBe(200)
    for (const url of [
      `${serverUrl}?user_id=ada`,
      serverUrl,
      ofUser.replace('user_id=ada', 'user_id=bob'),
      `${ofUser}&managed_auth_by_svc=true`,
      ofUser.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
    ])
      expect(await statusOf(url), url).toBe(401)
    expect(await statusOf(ofUser, bearer('wrong'))).toBe(401)
    expect(await statusOf(sessionUrl)).toBe(401)
    await requireKey(true)
    await expect.poll(() => statusOf(ofUser)).toBe(401)
  })
})

it('an endpoint counts against the limit of its key, as REST does', async () => {
  verifies('mcp-protocol.rate-limit')
  const service = await startService({ rateLimitPerMinute: 2 })
  const { mcp } = await service.client.sessions.create({ body: { user_id: 'ada' } })
  const allowed = await ask(mcp.url, 'tools/list', {}, { headers: bearer(service.apiKey) })
  expect([allowed.status, allowed.headers.get('ratelimit')]).toEqual([
    200,
    expect.stringContaining('r=0'),
  ])
  const refused = await ask(mcp.url, 'tools/list', {}, { headers: bearer(service.apiKey) })
  expect([refused.status, refused.body.error.data.slug]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('a request from somewhere else', () => {
  const send = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port, pathname: path } = new URL(sessionUrl)
      const outgoing = httpRequest(
        {
          hostname,
          port,
          path,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...bearer(notes.service.apiKey),
            ...headers,
          },
        },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        },
      )
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }))
    })

  it('is refused: another name than our own, or a page that is not ours', async () => {
    verifies('mcp-protocol.origin')
    const { host, port } = new URL(sessionUrl)
    for (const headers of [
      {},
      { origin: `http://${host}` },
      { host: `localhost:${port}` },
      { host: `LOCALHOST:${port}`, origin: `http://localhost:${port}` },
    ] as Record<string, string>[])
      expect(await send(headers), JSON.stringify(headers)).toBe(200)
    for (const headers of [
      { host: 'evil.example.com' },
      { host: `127.0.0.1:1` },
      { origin: 'http://evil.example.com' },
      { origin: 'null' },
      { origin: `ftp://${host}` },
      { origin: `http://${host}.evil.example.com` },
    ] as Record<string, string>[]) {
      expect(await send(headers), JSON.stringify(headers)).toBe(403)
    }
  })
})
