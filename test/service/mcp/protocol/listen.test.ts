import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { notesApi, openNotesApi } from '../../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'
import { createSharedDatabase } from '../../../support/shared-database.ts'
import { engine, startService } from '../../../support/start-service.ts'
import { fixtureKey, startFixture } from './conformance/start-fixture.ts'
import { ask, listen, shakeHands } from './speak.ts'

let notes: NotesService
let key: { headers: Record<string, string> }
beforeAll(async () => {
  notes = await startNotesService()
  key = { headers: { 'x-api-key': notes.service.apiKey } }
})
afterAll(() => notes.close())

const subscriptionId = 'io.modelcontextprotocol/subscriptionId'
const acknowledged = {
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications: { toolsListChanged: true }, _meta: { [subscriptionId]: 1 } },
}
const changed = {
  method: 'notifications/tools/list_changed',
  params: { _meta: { [subscriptionId]: 1 } },
}
const over = { id: 1, result: { resultType: 'complete', _meta: { [subscriptionId]: 1 } } }

const createServer = (body: Record<string, unknown> = {}) =>
  notes.service.client.mcp.create({
    body: {
      name: 'Notes server',
      auth_config_ids: [notes.authConfigId],
      no_auth_apps: ['open'],
      ...body,
    },
  })
const openSubscription = async (url: string, headers = key.headers) => {
  const subscription = await listen(url, { toolsListChanged: true }, { headers })
  expect(await subscription.next()).toMatchObject(acknowledged)
  return subscription
}

describe('who listens at a server', () => {
  it('hears that its list has changed: by its own rules, and by a new version of a toolkit', async () => {
    verifies('mcp-protocol.listen')
    const { id, mcp_url } = await createServer()
    const url = `${mcp_url}?user_id=ada`
    expect((await ask(url, 'server/discover', {}, key)).body.result.capabilities).toEqual({
      tools: { listChanged: true },
    })
    const subscription = await openSubscription(url)
    expect([subscription.status, subscription.type]).toEqual([200, 'text/event-stream'])
    await notes.service.client.mcp.update({
      params: { id },
      body: { allowed_tools: ['OPEN_GET_NOTE'] },
    })
    expect(await subscription.next()).toMatchObject(changed)
    const more = {
      '/more': {
        get: {
          operationId: 'getMore',
          summary: 'Get more',
          responses: { 200: { description: 'ok' } },
        },
      },
    }
    const {
      security: _none,
      components: _neither,
      ...description
    } = notesApi(notes.upstream.url, more)
    await importToolkit(notes.service, { slug: 'open', source: { openapi: description } })
    expect(await subscription.next()).toMatchObject(changed)
    await notes.service.client.mcp.delete({ params: { id } })
    expect(await subscription.next()).toMatchObject(over)
    expect(await subscription.next()).toBeUndefined()
    await importToolkit(notes.service, {
      slug: 'open',
      source: { openapi: openNotesApi(notes.upstream.url) },
    })
  })

  it('with a client of the official library hears it too', async () => {
    verifies('mcp-protocol.listen')
    const { id, mcp_url } = await createServer()
    const heard = Promise.withResolvers<string[]>()
    const client = new Client(
      { name: 'test', version: '1' },
      {
        versionNegotiation: { mode: 'auto' },
        listChanged: {
          tools: {
            onChanged: (_error, tools) => heard.resolve((tools ?? []).map(({ name }) => name)),
          },
        },
      },
    )
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${mcp_url}?user_id=ada`), { requestInit: key }),
    )
    await notes.service.client.mcp.update({
      params: { id },
      body: { allowed_tools: ['OPEN_GET_NOTE'] },
    })
    expect(await heard.promise).toEqual(['OPEN_GET_NOTE'])
    await client.close()
  })

  it('is told that it is over when the key is revoked', async () => {
    verifies('mcp-protocol.listen')
    const { id, mcp_url } = await createServer()
    const { key: own } = (await notes.service.client.mcp.createInstance({
      params: { serverId: id },
      body: { user_id: 'bob' },
    })) as { key: string }
    const subscription = await openSubscription(mcp_url, { authorization: `Bearer ${own}` })
    await notes.service.client.mcp.deleteInstance({ params: { serverId: id, instanceId: 'bob' } })
    expect([await subscription.next(), await subscription.next()]).toMatchObject([over, undefined])
  })

  it.runIf(engine === 'postgres')('hears of what changed on another node', async () => {
    verifies('mcp-protocol.listen')
    const { database } = await createSharedDatabase()
    const node = await startService({ database })
    const other = await startService({ database })
    await importToolkit(node, {
      slug: 'open',
      source: { openapi: openNotesApi('https://notes.example') },
    })
    const { id, mcp_url } = await node.client.mcp.createCustom({
      body: { name: 'Shared server', toolkits: ['open'] },
    })
    const subscription = await openSubscription(`${mcp_url}?user_id=ada`, {
      'x-api-key': node.apiKey,
    })
    await other.request('PATCH', `/api/v3/mcp/${id}`, {
      body: { allowed_tools: ['OPEN_GET_NOTE'] },
      headers: { 'x-api-key': node.apiKey },
    })
    expect(await subscription.next()).toMatchObject(changed)
    subscription.close()
  })
})

describe('who listens at a session', () => {
  it('is told that it is over when the session is deleted, and when the service stops', async () => {
    verifies('mcp-protocol.listen')
    const service = await startService()
    const [deleted, left] = [
      await service.client.sessions.create({ body: { user_id: 'ada' } }),
      await service.client.sessions.create({ body: { user_id: 'ada' } }),
    ]
    const headers = { 'x-api-key': service.apiKey }
    const [first, second] = [
      await openSubscription(deleted.mcp.url, headers),
      await openSubscription(left.mcp.url, headers),
    ]
    await service.client.sessions.delete({ params: { session_id: deleted.session_id } })
    expect([await first.next(), await first.next()]).toMatchObject([over, undefined])
    const closed = service.close()
    expect([await second.next(), await second.next()]).toMatchObject([over, undefined])
    await closed
  })

  it('for what it does not have is told so, and that was all', async () => {
    verifies('mcp-protocol.listen')
    const { mcp } = await notes.service.client.sessions.create({ body: { user_id: 'ada' } })
    const subscription = await listen(
      mcp.url,
      { promptsListChanged: true, resourceSubscriptions: ['file:///a'] },
      key,
    )
    expect([
      await subscription.next(),
      await subscription.next(),
      await subscription.next(),
    ]).toMatchObject([{ ...acknowledged, params: { notifications: {} } }, over, undefined])
    expect((await ask(mcp.url, 'subscriptions/listen', {}, key)).body.error.code).toBe(-32602)
    expect(
      (
        await ask(
          mcp.url,
          'subscriptions/listen',
          { notifications: {} },
          { headers: { 'x-api-key': 'wrong' } },
        )
      ).status,
    ).toBe(401)
  })

  it('after a handshake has no stream to do it with', async () => {
    verifies('mcp-protocol.listen.handshake')
    const { mcp } = await notes.service.client.sessions.create({ body: { user_id: 'ada' } })
    const { opened } = await shakeHands(mcp.url, key)
    expect(opened.body.result.capabilities).toEqual({ tools: {} })
    const stream = await fetch(mcp.url, {
      headers: {
        ...key.headers,
        accept: 'text/event-stream',
        'mcp-session-id': opened.headers.get('mcp-session-id') ?? '',
      },
    })
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})

it('one key has a hundred subscriptions at a time', async () => {
  verifies('mcp-protocol.listen.bounds')
  const fixture = await startFixture()
  const headers = { 'x-api-key': fixtureKey }
  const opened = await Promise.all(
    Array.from({ length: 100 }, () => listen(fixture.url, { toolsListChanged: true }, { headers })),
  )
  const beyond = () => ask(fixture.url, 'subscriptions/listen', { notifications: {} }, { headers })
  expect((await beyond()).body).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32603, message: expect.stringContaining('Too many subscriptions') },
  })
  opened[0]?.close()
  await expect.poll(async () => (await beyond()).body.error).toBeUndefined()
  await fixture.close()
})
