import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { openNotesApi } from '../../../support/notes-api.ts'
import { startNotesService, type NotesService } from '../../../support/notes-service.ts'
import { ask } from './speak.ts'

let notes: NotesService
let key: { headers: Record<string, string> }
beforeAll(async () => {
  notes = await startNotesService()
  key = { headers: { authorization: `Bearer ${notes.service.apiKey}` } }
})
afterAll(() => notes.close())

const createServer = (body: Record<string, unknown> = {}) =>
  notes.service.client.mcp.create({
    body: { name: 'Notes server', auth_config_ids: [notes.authConfigId], ...body },
  })
const call = (
  url: string,
  name: string,
  given: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
) => ask(url, 'tools/call', { name, arguments: given }, { ...key, ...options })
const listNames = async (url: string) =>
  (await ask(url, 'tools/list', {}, key)).body.result.tools.map(
    (tool: { name: string }) => tool.name,
  )

/** A description of many operations, answered with more than it declares. */
const manyApi = (url: string, count: number) => ({
  openapi: '3.1.0',
  info: { title: 'Many', version: '1', 'x-logo': { url: 'https://logos.example/many.png' } },
  servers: [{ url }],
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['never'],
        properties: { never: { type: 'string' }, self: { $ref: '#/components/schemas/Thing' } },
      },
    },
  },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/things${index}`,
      {
        get: {
          operationId: `getThing${index}`,
          summary: 'Get a thing',
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    ]),
  ),
})

describe('the tools of a server', () => {
  it('are all of its toolkits, or those that it allows, as soon as it changes', async () => {
    verifies('mcp-protocol.server-tools', 'mcp-protocol.policy')
    const { id, mcp_url } = await createServer({ no_auth_apps: ['open'] })
    const url = `${mcp_url}?user_id=ada`
    const all = await listNames(url)
    expect(all).toEqual([
      ...all.filter((name: string) => name.startsWith('OPEN_')).toSorted(),
      ...all.filter((name: string) => name.startsWith('NOTES_')).toSorted(),
    ])
    expect(all).toHaveLength(10)
    await notes.service.client.mcp.update({
      params: { id },
      body: { allowed_tools: ['OPEN_GET_NOTE', 'NOTES_LIST_NOTES'] },
    })
    expect(await listNames(url)).toEqual(['OPEN_GET_NOTE', 'NOTES_LIST_NOTES'])
    for (const name of ['OPEN_LIST_NOTES', 'SVC_SEARCH_TOOLS', 'NOTHING'])
      expect((await call(url, name)).body.error.code, name).toBe(-32602)
    const { body } = await call(url, 'OPEN_GET_NOTE', { id: '1' })
    expect(body.result.structuredContent).toMatchObject({ url: '/notes/1' })
    expect(
      await notes.service.client.logs.get({
        params: { id: body.result._meta['plugboard/log_id'] },
      }),
    ).toMatchObject({ user_id: 'ada', session_id: null })
  })

  it('come in pages, with schemas that no answer breaks', async () => {
    verifies('mcp-protocol.server-tools', 'mcp-protocol.tools')
    await importToolkit(notes.service, {
      slug: 'many',
      source: { openapi: manyApi(notes.upstream.url, 120) },
    })
    const { mcp_url } = await notes.service.client.mcp.createCustom({
      body: { name: 'Many things', toolkits: ['many'] },
    })
    const url = `${mcp_url}?user_id=ada`
    const first = (await ask(url, 'tools/list', {}, key)).body.result
    const second = (await ask(url, 'tools/list', { cursor: first.nextCursor }, key)).body.result
    const names = [...first.tools, ...second.tools].map(({ name }) => name)
    expect([
      first.tools.length,
      second.tools.length,
      second.nextCursor,
      new Set(names).size,
    ]).toEqual([100, 20, undefined, 120])
    expect(names).toEqual(names.toSorted())
    expect((await ask(url, 'tools/list', { cursor: 'TUFOWV9OT05F' }, key)).body.error.code).toBe(
      -32602,
    )
    const [tool] = first.tools
    expect(tool).toMatchObject({
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
      title: expect.any(String),
    })
    expect(tool.outputSchema).toMatchObject({ type: 'object', anyOf: [expect.anything(), {}] })
    expect((await call(url, tool.name)).body.result.structuredContent).not.toHaveProperty('never')
  })
})

describe('the accounts of a server', () => {
  it('are those of the user, or the one that the URL names', async () => {
    verifies('mcp-protocol.server-urls')
    const { mcp_url } = await createServer()
    const [first] = [
      await notes.connect('ada', 'first-key-0123456789'),
      await notes.connect('ada', 'second-key-0123456789'),
    ]
    const keyOf = async (query: string) => {
      await call(`${mcp_url}?${query}`, 'NOTES_LIST_NOTES')
      return notes.upstream.received.at(-1)?.headers['x-notes-key']
    }
    expect(await keyOf('user_id=ada')).toBe('second-key-0123456789')
    expect(await keyOf(`connected_account_id=${first}`)).toBe('first-key-0123456789')
  })

  it('are of its own auth configs alone, of any of them', async () => {
    verifies('mcp-protocol.server-urls')
    const other = (
      await notes.service.client.authConfigs.create({ body: { toolkit: { slug: 'notes' } } })
    ).auth_config.id
    const both = await createServer({ auth_config_ids: [other, notes.authConfigId] })
    const otherOnly = await createServer({ auth_config_ids: [other] })
    await notes.connect('fay')
    expect(
      (await call(`${both.mcp_url}?user_id=fay`, 'NOTES_LIST_NOTES')).body.result.isError,
    ).toBeUndefined()
    expect(
      (await call(`${otherOnly.mcp_url}?user_id=fay`, 'NOTES_LIST_NOTES')).body.result.isError,
    ).toBe(true)
  })

  it('are connected by the link of the answer, unless the URL says that somebody else sees to that', async () => {
    verifies('mcp-protocol.connect', 'mcp-protocol.managed-auth')
    const { mcp_url } = await createServer()
    const link = expect.stringMatching(/\/connect\/lk_\w+$/)
    const offered = await call(`${mcp_url}?user_id=gil`, 'NOTES_LIST_NOTES')
    expect(offered.body.result).toMatchObject({
      isError: true,
      structuredContent: { data: { redirect_url: link } },
    })
    const asked = await call(
      `${mcp_url}?user_id=gil`,
      'NOTES_LIST_NOTES',
      {},
      { capabilities: { elicitation: { url: {} } } },
    )
    expect(Object.values(asked.body.result.inputRequests)).toMatchObject([
      { params: { url: link } },
    ])
    const silent = await call(
      `${mcp_url}?user_id=gil&managed_auth_by_svc=false`,
      'NOTES_LIST_NOTES',
      {},
      { capabilities: { elicitation: { url: {} } } },
    )
    expect(silent.body.result).toMatchObject({
      isError: true,
      structuredContent: { data: { toolkit: 'notes' } },
    })
    expect(JSON.stringify(silent.body)).not.toContain('/connect/')

    const account = await notes.connect('gil')
    await notes.service.client.connectedAccounts.setStatus({
      params: { nanoid: account },
      body: { enabled: false },
    })
    const bound = await call(`${mcp_url}?connected_account_id=${account}`, 'NOTES_LIST_NOTES')
    expect(bound.body.result).toMatchObject({ isError: true })
  })

  it('of a toolkit without an auth config of its own are connected only where the service manages them', async () => {
    verifies('mcp-protocol.managed-auth')
    const own = await notes.service.client.mcp.createCustom({
      body: { name: 'Own notes', toolkits: ['notes'] },
    })
    expect(
      (await call(`${own.mcp_url}?user_id=hal`, 'NOTES_LIST_NOTES')).body.result.structuredContent
        .data,
    ).not.toHaveProperty('redirect_url')
    for (const url of [
      `${own.mcp_url}?user_id=hal&managed_auth_by_svc=true`,
      `${(await notes.service.client.mcp.createCustom({ body: { name: 'Managed notes', toolkits: ['notes'], managed_auth_via_svc: true } })).mcp_url}?user_id=hal`,
    ]) {
      expect(
        (await call(url, 'NOTES_LIST_NOTES')).body.result.structuredContent.data,
      ).toHaveProperty('redirect_url')
    }
  })

  it('are connected under an auth config that has its application, before a newer one that lacks it', async () => {
    verifies('sessions.link.auth-config')
    const { client } = notes.service
    const oauth = {
      authorization_url: 'https://id.example/authorize',
      token_url: 'https://id.example/token',
    }
    await importToolkit(notes.service, {
      slug: 'mail',
      source: { openapi: openNotesApi(notes.upstream.url) },
      auth: { scheme: 'OAUTH2', oauth },
    })
    const create = async (credentials: Record<string, string>) =>
      (
        await client.authConfigs.create({
          body: { toolkit: { slug: 'mail' }, auth_config: { credentials } },
        })
      ).auth_config.id
    const complete = await create({ client_id: 'app-1', client_secret: 'secret-of-app-1' })
    const begun = await create({})
    const own = await createServer({ auth_config_ids: [begun, complete] })
    const managed = await client.mcp.createCustom({
      body: { name: 'Managed mail', toolkits: ['mail'], managed_auth_via_svc: true },
    })
    for (const { mcp_url } of [own, managed]) {
      const { body } = await call(`${mcp_url}?user_id=ivy`, 'MAIL_LIST_NOTES')
      expect(body.result.structuredContent.data).toHaveProperty('redirect_url')
    }
    const { items } = await client.connectedAccounts.list({ query: { user_ids: ['ivy'] } })
    expect(items.map(({ auth_config }) => auth_config.id)).toEqual([complete])
  })
})
