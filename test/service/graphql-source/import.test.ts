import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../requirements.ts'
import { importToolkit } from '../../support/import-toolkit.ts'
import { startGraphQlServer } from '../../support/start-graphql-server.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { tracker } from './tracker.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ keep: true, egressAllow: ['127.0.0.1/32', 'import@127.0.0.1/32'] })
})
afterAll(() => service.close())

type Source = { url: string; schema?: string; connected_account_id?: string }

const importFrom = (slug: string, graphql: Source, more: object = {}) =>
  importToolkit(service, { slug, source: { graphql }, ...more })
const refusal = (slug: string, graphql: Source, more: object = {}) =>
  importFrom(slug, graphql, more).then(
    () => 'accepted',
    (error: Error) => error.message,
  )
const noAuth = { auth: { scheme: 'NO_AUTH' } }

const toolsOfTracker = [
  'GET_ISSUE',
  'LIST_ISSUES',
  'LIST_NOTES',
  'GET_BOARD',
  'GET_VIEWER',
  'LIST_ACTORS',
  'GET_VERSION',
  'CREATE_ISSUE',
  'DELETE_ISSUE',
]

describe('a GraphQL API', () => {
  it('becomes a toolkit by introspection, SDL or the address of it', async () => {
    verifies('graphql-source.import')
    const api = await startGraphQlServer(tracker())
    const asked = await importFrom('asked', { url: api.endpoint }, noAuth)
    expect(asked).toMatchObject({
      operations: 9,
      made: 9,
      tools: toolsOfTracker.map((name) => `ASKED_${name}`),
      warnings: [],
      notes: ['1 subscriptions are left out, as a tool is one request: issueChanged'],
    })
    const fetched = await importFrom(
      'fetched',
      { url: api.endpoint, schema: `${api.url}/schema.graphql` },
      noAuth,
    )
    expect(fetched.made).toBe(9)
    const done = await service.client.tools.execute({
      params: { tool_slug: 'FETCHED_GET_VERSION' },
      body: { arguments: {} },
    })
    expect(done.data).toEqual({ version: '1.0' })

    const given = await importFrom('asked', { url: api.endpoint, schema: tracker().sdl }, noAuth)
    expect(given.difference).toMatchObject({ added: [], removed: [], changed: [], unchanged: 9 })
    expect(await service.client.toolkits.get({ params: { slug: 'asked' } })).toMatchObject({
      base_url: api.url,
    })
    // A type that appears in the API changes no tool that exists.
    const sdl = tracker().sdl.replace(
      'type Query {',
      'type Place { id: ID! } type Query { place: Place ',
    )
    const grown = await importFrom('asked', { url: api.endpoint, schema: sdl }, noAuth)
    expect(grown.difference).toMatchObject({ added: ['ASKED_GET_PLACE'], changed: [] })
  })

  it('is asked with an account where it is closed', async () => {
    verifies('graphql-source.closed')
    const api = await startGraphQlServer({ ...tracker(), token: 'token-of-ada' })
    const empty = await importFrom('closed', { url: api.endpoint })
    expect(empty).toMatchObject({ made: 0, warnings: [{ code: 'closed_schema', blocking: true }] })

    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'closed' } },
    })
    const state = { authScheme: 'BEARER_TOKEN' as const, val: { token: 'token-of-ada' } }
    const account = await service.client.connectedAccounts.create({
      body: { auth_config: { id: auth_config.id }, connection: { user_id: 'ada', state } },
    })
    const source = { url: api.endpoint, connected_account_id: account.id }
    const filled = await importFrom('closed', source)
    expect(filled).toMatchObject({ made: 9, warnings: [] })
    expect(await refusal('closed', { url: api.endpoint })).toContain(
      'import again with an account of "closed" as source.graphql.connected_account_id',
    )
    const done = await service.client.tools.execute({
      params: { tool_slug: 'CLOSED_GET_VERSION' },
      body: { user_id: 'ada', arguments: {} },
    })
    expect(done).toMatchObject({ error: null, data: { version: '1.0' } })

    // Another host gets no credential of it, neither now nor later.
    const other = await startGraphQlServer(tracker())
    expect(await refusal('closed', { ...source, url: other.endpoint })).toContain(
      'credentials do not follow a toolkit to other hosts',
    )
    expect(other.received.length).toBe(0)
    expect(await refusal('closed', { url: other.endpoint })).toContain('accept_host_change: true')
  })

  it('keeps how its users sign in', async () => {
    const api = await startGraphQlServer(tracker())
    const auth = {
      scheme: 'API_KEY',
      placements: [{ field: 'generic_api_key', in: 'header', name: 'Authorization' }],
    }
    await importFrom('keyed', { url: api.endpoint }, { auth })
    await importFrom('keyed', { url: api.endpoint })
    const schemes = await service.client.toolkits.get({ params: { slug: 'keyed' } })
    expect(schemes.auth_config_details).toMatchObject([{ mode: 'API_KEY' }])
  })

  it('says why it cannot be imported', async () => {
    verifies('graphql-source.closed', 'graphql-source.hostile')
    const shut = await startGraphQlServer({ ...tracker(), isOpen: false })
    expect(await refusal('shut', { url: shut.endpoint }, noAuth)).toMatch(
      /does not say what its schema is: it answered 400, ".*introspection/i,
    )
    const none = await startGraphQlServer({
      ...tracker(),
      instead: () => ({ status: 404, body: { message: 'nothing here' } }),
    })
    expect(await refusal('none', { url: none.endpoint }, noAuth)).toContain(
      'it answered 404 without',
    )
    expect(none.received.length).toBe(1)
    const text = await startGraphQlServer({
      ...tracker(),
      instead: () => ({ status: 200, body: 'text' }),
    })
    expect(await refusal('text', { url: text.endpoint }, noAuth)).toContain(
      'it answered 200 without',
    )
    expect(await refusal('odd', { url: shut.endpoint, schema: 'type Query {' })).toContain(
      'The schema is neither SDL nor JSON of a GraphQL schema',
    )
    expect(await refusal('gone', { url: shut.endpoint, schema: `${none.url}/schema` })).toBe(
      'The address of the schema responded with 404',
    )
    const variables = await service.request('POST', '/api/v3/toolkits/import', {
      body: { slug: 'vary', source: { graphql: { url: 'https://{shop}.example.com/graphql' } } },
    })
    expect(variables).toMatchObject({
      status: 400,
      body: { error: { suggested_fix: expect.stringContaining('Pass the schema') } },
    })
    const foreign = await service.request('POST', '/api/v3/toolkits/import', {
      body: {
        slug: 'foreign',
        base_url: 'https://example.com',
        source: { graphql: { url: shut.endpoint, connected_account_id: undefined } },
      },
    })
    expect(foreign).toMatchObject({
      status: 400,
      body: { error: { errors: [expect.stringContaining('base_url')] } },
    })
    expect(
      await refusal('who', {
        url: shut.endpoint,
        connected_account_id: 'ca_aaaaaaaaaaaaaaaaaaaaaa',
      }),
    ).toContain('No connected account')
  })

  it('asks in the way of an older server', async () => {
    const old = await startGraphQlServer({
      ...tracker(),
      instead: ({ body }) =>
        body.includes('isOneOf')
          ? { status: 400, body: { errors: [{ message: 'Cannot query field "isOneOf"' }] } }
          : undefined,
    })
    expect((await importFrom('old', { url: old.endpoint }, noAuth)).made).toBe(9)
    expect(old.received.length).toBe(2)
  })

  it('takes an account to its own host', async () => {
    verifies('graphql-source.execute')
    const api = await startGraphQlServer({ ...tracker(), token: 'token-of-ada' })
    const port = new URL(api.url).port
    await importFrom(
      'shops',
      { url: `http://{host}:${port}/graphql`, schema: tracker().sdl },
      { auth: { scheme: 'BEARER_TOKEN', fields: [{ name: 'host', pattern: '127.*.*.*' }] } },
    )
    const { auth_config } = await service.client.authConfigs.create({
      body: { toolkit: { slug: 'shops' } },
    })
    const val = { token: 'token-of-ada', host: '127.0.0.1' }
    await service.client.connectedAccounts.create({
      body: {
        auth_config: { id: auth_config.id },
        connection: { user_id: 'ada', state: { authScheme: 'BEARER_TOKEN', val } },
      },
    })
    const done = await service.client.tools.execute({
      params: { tool_slug: 'SHOPS_GET_VERSION' },
      body: { user_id: 'ada', arguments: {} },
    })
    expect(done).toMatchObject({ error: null, data: { version: '1.0' } })
  })
})
