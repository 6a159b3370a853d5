import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/client/index.ts'
import { verifies } from '../requirements.ts'
import { importToolkit } from '../support/import-toolkit.ts'
import { startEverything } from '../support/mcp/start-everything.ts'
import { startMcpServer, tool } from '../support/mcp/start-mcp-server.ts'
import { startUpstream } from '../support/start-upstream.ts'
import { runCli, startDev, temporaryFolder, type RunningDev } from './run-cli.ts'

let dev: RunningDev
let data: string

beforeAll(async () => {
  data = temporaryFolder({ keep: true })
  // An own server on loopback needs no setting.
  dev = await startDev(['--data', data], {}, { keep: true })
})

afterAll(async () => {
  await dev.stop()
  rmSync(dirname(data), { recursive: true })
})

const run = (...args: string[]) => runCli(['toolkits', 'import', ...args, '--data', data])

test('imports an MCP server with its headers, of which none is shown', async () => {
  const server = await startMcpServer({
    tools: [tool('look_around')],
    call: () => ({ content: [] }),
    accepts: ({ headers }) => headers['x-key'] === 'secret-of-the-server',
  })
  const imported = await run(
    'scene',
    '--mcp',
    server.mcpUrl,
    '--header',
    'X-Key: secret-of-the-server',
  )
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stdout).toContain('1 tools of 1 operations')
  expect(imported.stdout).toContain('SCENE_LOOK_AROUND')
  expect(server.received.at(-1)?.headers['x-key']).toBe('secret-of-the-server')

  const refused = await run('closed', '--mcp', server.mcpUrl, '--header', 'X-Key: another-secret')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('answered 401')
  expect(refused.stdout + refused.stderr).not.toContain('another-secret')
})

test('takes the short name from --slug too', async () => {
  const server = await startMcpServer({
    tools: [tool('look_around')],
    call: () => ({ content: [] }),
  })
  const imported = await run('--mcp', server.mcpUrl, '--slug', 'named')
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stdout).toContain('NAMED_LOOK_AROUND')
  const nameless = await run('--mcp', server.mcpUrl)
  expect([nameless.code, nameless.stderr]).toEqual([1, expect.stringContaining('--slug')])
})

test('says which transport is supported to a server of the older one', async () => {
  verifies('mcp-source.transport')
  const server = await startEverything('sse')
  onTestFinished(server.close)
  const { code, stderr } = await run('everything', '--mcp', server.url)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/answered 404.*Streamable HTTP.*SSE/s)])
})

test('says that a server waits for an account, and lists its tools once one is connected', async () => {
  verifies('mcp-source.first-list')
  const server = await startMcpServer({
    tools: [tool('look_around')],
    call: () => ({ content: [] }),
    accepts: ({ headers }) => headers.authorization === 'Bearer key-of-ada',
  })
  const recipe = join(dirname(data), 'scene.json')
  writeFileSync(
    recipe,
    JSON.stringify({
      recipe: 1,
      slug: 'closed_scene',
      name: 'Closed scene',
      description: { kind: 'mcp', urls: [server.mcpUrl] },
      auth: [{ scheme: 'BEARER_TOKEN' }],
    }),
  )
  const imported = await run('--recipe', recipe)
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stdout).toContain('Connect an account of "closed_scene"')
  const connected = await runCli([
    'connect',
    'closed_scene',
    '--user',
    'ada',
    '--value',
    'token=key-of-ada',
    '--data',
    data,
  ])
  expect(connected).toMatchObject({ code: 0, stderr: '' })
  expect(connected.stdout).toContain('The tools of closed_scene are listed now: 1.')
})

test('lets tools and imports reach an API of this machine, and files not', async () => {
  verifies('outbound.dev')
  const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const post = {
    operationId: 'upload',
    requestBody: { required: true, content },
    responses: { 200: { description: 'ok' } },
  }
  const api = await startUpstream(({ url, body }, response) => {
    const description = {
      openapi: '3.0.3',
      info: { title: 'Notes', version: '1' },
      servers: [{ url: api.url }],
      paths: { '/up': { post } },
    }
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(url === '/openapi.json' ? description : { got: body }))
  })
  const client = createClient({ baseUrl: dev.url, apiKey: dev.apiKey })
  const {
    tools: [tool_slug = ''],
    notes,
  } = await importToolkit(
    { client },
    { slug: 'notes', source: { openapi: `${api.url}/openapi.json` } },
  )
  expect(notes).toEqual([])

  const { input_parameters } = await client.tools.get({ params: { tool_slug } })
  const [argument = ''] = Object.keys(input_parameters['properties'] ?? {})
  const upload = (file: object) =>
    client.tools.execute({
      params: { tool_slug },
      body: { user_id: 'ada', arguments: { [argument]: file } },
    })
  expect(await upload({ base64: Buffer.from('note').toString('base64') })).toMatchObject({
    data: { got: 'note' },
    error: null,
  })
  const { error } = await upload({ url: `${api.url}/secret` })
  expect(error).toContain(`:notes=file@${api.host}" to PLUGBOARD_EGRESS_ALLOW`)
  expect(api.received.map(({ url }) => url)).toEqual(['/openapi.json', '/up'])
})

test('says what an import lacks', async () => {
  expect((await run('one', '--slug', 'other', '--mcp', 'http://127.0.0.1:1/mcp')).stderr).toContain(
    'Two short names',
  )
  expect((await run('./openapi.json')).stderr).toContain('--slug')
  expect((await run('./openapi.json', '--slug', 'some', '--header', 'a: b')).stderr).toContain(
    'for MCP servers',
  )
  const bad = await run(
    'some',
    '--mcp',
    'http://127.0.0.1:1/mcp',
    '--header',
    'secret-without-name',
  )
  expect(bad.stderr).toContain('Name: value')
  expect(bad.stderr).not.toContain('secret-without-name')
})
