import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifies } from '../../../requirements.ts'
import { importToolkit } from '../../../support/import-toolkit.ts'
import { startMcpServer, tool } from '../../../support/mcp/start-mcp-server.ts'
import { startGraphQlServer } from '../../../support/start-graphql-server.ts'
import { startService, type TestService } from '../../../support/start-service.ts'
import { json, startUpstream } from '../../../support/start-upstream.ts'
import { tracker } from '../../graphql-source/tracker.ts'
import { describeService } from '../discovery/describe-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({
    keep: true,
    egressAllow: ['127.0.0.0/8', 'import@127.0.0.0/8', 'mcp@127.0.0.0/8'],
  })
})
afterAll(() => service.close())

const connect = async (toolkit: string, token: string): Promise<void> => {
  const { auth_config: config } = await service.client.authConfigs.create({
    body: { toolkit: { slug: toolkit } },
  })
  await service.client.connectedAccounts.create({
    body: {
      auth_config: { id: config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'BEARER_TOKEN', val: { token } },
      },
    },
  })
}

const execute = (slug: string, args: Record<string, unknown>) =>
  service.client.tools.execute({
    params: { tool_slug: slug },
    body: { user_id: 'ada', arguments: args },
  })

const first = async (toolkit: string) => {
  const { items } = await service.client.tools.list({ query: { toolkit_slug: toolkit } })
  return items[0]
}

const auth = [
  {
    scheme: 'BEARER_TOKEN',
    fields: [{ name: 'token', display_name: 'Token', is_secret: true }],
    setup: { url: 'https://accounts.example/tokens' },
  },
]

it('takes a Google Discovery document from its address, to the call', async () => {
  verifies('imports.recipe.kinds')
  const api = await startUpstream(({ url }, response) => {
    const books = describeService({
      books: {
        methods: {
          list: {
            id: 'library.books.list',
            path: 'books',
            httpMethod: 'GET',
            parameters: {
              shelf: { type: 'string', location: 'query' },
              quotaUser: { type: 'string', location: 'query' },
            },
          },
          remove: { id: 'library.books.remove', path: 'books/{id}', httpMethod: 'DELETE' },
        },
      },
    })
    json(response, 200, url === '/discovery' ? books : { books: [{ title: 'Dune' }] })
  })
  const report = await importToolkit(service, {
    recipe: {
      recipe: 1,
      slug: 'library',
      name: 'Library',
      description: {
        kind: 'discovery',
        urls: [`${api.url}/discovery`],
        base_url: `${api.url}/library/v1`,
      },
      auth,
      requests: {
        headers: { 'X-Client': 'plugboard' },
        parameters: [{ name: 'shelf', value: 'new', mode: 'default' }],
        hidden: [{ name: 'quotaUser' }],
      },
      tools: [{ operation: 'library.books.list', slug: 'LIBRARY_FIND_BOOKS', name: 'Find books' }],
      hidden: ['library.books.remove'],
    },
  })
  expect(report).toMatchObject({ tools: ['LIBRARY_FIND_BOOKS'], warnings: [], verdict: 'ready' })
  expect(await first('library')).toMatchObject({ slug: 'LIBRARY_FIND_BOOKS', name: 'Find books' })
  await connect('library', 'token-of-ada')
  expect(await execute('LIBRARY_FIND_BOOKS', {})).toMatchObject({
    successful: true,
    data: { books: [{ title: 'Dune' }] },
  })
  expect(api.received.at(-1)).toMatchObject({
    url: expect.stringMatching(/^\/library\/v1\/books\?(?:.*&)?shelf=new/),
    headers: { authorization: 'Bearer token-of-ada', 'x-client': 'plugboard' },
  })
})

it('takes a GraphQL API by introspection, to the call and its failure', async () => {
  verifies('imports.recipe.kinds')
  const instead: { status: number; body: unknown }[] = []
  const api = await startGraphQlServer({ ...tracker(), instead: () => instead.pop() })
  const report = await importToolkit(service, {
    recipe: {
      recipe: 1,
      slug: 'issues',
      name: 'Issues',
      description: { kind: 'graphql', base_url: api.endpoint },
      auth,
      requests: { headers: { 'X-Client': 'plugboard' } },
      answers: {
        failures: [{ when: [{ in: 'status', one_of: [418] }], message: 'reason', code: 'kind' }],
      },
      tools: [
        { operation: 'query version', slug: 'ISSUES_SHOW_VERSION' },
        {
          operation: 'query issue',
          description: 'Shows one issue.',
          arguments: { id: 'Such as i1' },
          hints: { openWorldHint: false },
        },
      ],
    },
  })
  expect(report.warnings).toEqual([])
  expect(report.tools).toContain('ISSUES_SHOW_VERSION')
  expect(await first('issues')).toMatchObject({
    slug: 'ISSUES_GET_ISSUE',
    description: 'Shows one issue.',
    input_parameters: { properties: { id: { description: 'Such as i1' } } },
  })
  await connect('issues', 'token-of-ada')
  expect(await execute('ISSUES_SHOW_VERSION', {})).toMatchObject({ data: { version: '1.0' } })
  expect(api.received.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer token-of-ada',
    'x-client': 'plugboard',
  })
  instead.push({ status: 418, body: { reason: 'the pot is short', kind: 'teapot' } })
  const failed = await execute('ISSUES_SHOW_VERSION', {})
  expect([failed.successful, failed.error]).toEqual([
    false,
    expect.stringContaining('the pot is short'),
  ])
})

it('takes an MCP server, to the call', async () => {
  verifies('imports.recipe.kinds')
  const calls: unknown[] = []
  const server = await startMcpServer({
    tools: [tool('look_up'), tool('forget')],
    call: (name) => {
      calls.push(name)
      return { content: [{ type: 'text', text: 'sunny' }] }
    },
  })
  const report = await importToolkit(service, {
    recipe: {
      recipe: 1,
      slug: 'weather',
      name: 'Weather',
      description: { kind: 'mcp', urls: [server.mcpUrl], exclude: ['forget'] },
      auth,
      requests: { headers: { 'X-Client': 'plugboard' } },
      tools: [
        {
          operation: 'look_up',
          slug: 'WEATHER_SHOW',
          description: 'Shows the weather of a place.',
          arguments: { place: 'A city' },
          hints: { readOnlyHint: true, destructiveHint: false },
        },
      ],
    },
  })
  expect(report).toMatchObject({ tools: ['WEATHER_SHOW'], warnings: [] })
  const shown = await first('weather')
  expect(shown).toMatchObject({
    slug: 'WEATHER_SHOW',
    description: 'Shows the weather of a place.',
    input_parameters: { properties: { place: { description: 'A city' } } },
  })
  expect(shown?.tags).toContain('readOnlyHint')
  expect(shown?.tags).not.toContain('destructiveHint')
  await connect('weather', 'token-of-ada')
  expect(await execute('WEATHER_SHOW', { place: 'Oslo' })).toMatchObject({ successful: true })
  expect(calls).toEqual(['look_up'])
  expect(server.received.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer token-of-ada',
    'x-client': 'plugboard',
  })
})
