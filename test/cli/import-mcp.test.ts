import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMcpServer, tool } from '../support/mcp/start-mcp-server.ts'
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
  const server = await startMcpServer({ tools: [tool('look_around')], call: () => ({ content: [] }), accepts: ({ headers }) => headers['x-key'] === 'secret-of-the-server' })
  const imported = await run('scene', '--mcp', server.mcpUrl, '--header', 'X-Key: secret-of-the-server')
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stdout).toContain('1 tools of 1 operations')
  expect(imported.stdout).toContain('SCENE_LOOK_AROUND')
  expect(server.received.at(-1)?.headers['x-key']).toBe('secret-of-the-server')

  const refused = await run('closed', '--mcp', server.mcpUrl, '--header', 'X-Key: another-secret')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain('answered 401')
  expect(refused.stdout + refused.stderr).not.toContain('another-secret')
})

test('says what an import lacks', async () => {
  expect((await run('one', '--slug', 'other', '--mcp', 'http://127.0.0.1:1/mcp')).stderr).toContain('Two short names')
  expect((await run('./openapi.json')).stderr).toContain('--slug')
  expect((await run('./openapi.json', '--slug', 'some', '--header', 'a: b')).stderr).toContain('for MCP servers')
  const bad = await run('some', '--mcp', 'http://127.0.0.1:1/mcp', '--header', 'secret-without-name')
  expect(bad.stderr).toContain('Name: value')
  expect(bad.stderr).not.toContain('secret-without-name')
})
