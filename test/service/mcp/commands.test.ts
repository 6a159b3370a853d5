import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { toClientCommands } from '../../../src/service/mcp/client-commands.ts'
import { verifies } from '../../requirements.ts'

const run = promisify(execFile)
const url = `https://tools.example.com/it's $HOME "here"/mcp/servers/1`
const server = { id: '12345678-0000-4000-8000-000000000000', name: ' My - Notes-' }
const key = 'pbm_one$two'

const createHome = async () => {
  const home = await mkdtemp(join(tmpdir(), 'plugboard-test-'))
  onTestFinished(() => rm(home, { recursive: true }))
  return home
}

const paste = (
  line: string,
  home: string,
  env: Record<string, string> = { PLUGBOARD_MCP_KEY: key },
) =>
  run('/bin/sh', ['-c', line], {
    env: { PATH: `${home}/bin:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, ...env },
  })

const readJson = async (...path: string[]) => JSON.parse(await readFile(join(...path), 'utf8'))

it('add an entry to the files of Cursor and Windsurf, and leave the others in them alone', async () => {
  verifies('mcp.commands', 'mcp.commands.key')
  const home = await createHome()
  await mkdir(join(home, '.cursor'))
  await writeFile(
    join(home, '.cursor/mcp.json'),
    JSON.stringify({ mcpServers: { other: { command: 'x' } }, more: 1 }),
  )
  const { client_1, client_3 } = toClientCommands(server, url)

  for (const line of [client_1, client_3, client_1]) await paste(line, home)

  const headers = { Authorization: `Bearer ${key}` }
  expect(await readJson(home, '.cursor/mcp.json')).toEqual({
    mcpServers: { other: { command: 'x' }, 'My-Notes': { url, headers } },
    more: 1,
  })
  expect(await readJson(home, '.codeium/windsurf/mcp_config.json')).toEqual({
    mcpServers: { 'My-Notes': { serverUrl: url, headers } },
  })
})

it('call Claude Code with the address and the key', async () => {
  verifies('mcp.commands', 'mcp.commands.key')
  const home = await createHome()
  await mkdir(join(home, 'bin'))
  await writeFile(
    join(home, 'bin/claude'),
    '#!/bin/sh\nfor argument in "$@"; do printf "%s\\n" "$argument"; done\n',
  )
  await chmod(join(home, 'bin/claude'), 0o755)

  const { stdout } = await paste(toClientCommands(server, url).client_2, home)

  expect(stdout.trimEnd().split('\n')).toEqual([
    'mcp',
    'add',
    '--transport',
    'http',
    'My-Notes',
    url,
    '--header',
    `Authorization: Bearer ${key}`,
  ])
})

it('hold no key, and say which variable is missing', async () => {
  verifies('mcp.commands.key')
  const home = await createHome()
  for (const line of Object.values(toClientCommands(server, url))) {
    expect(line).not.toContain('pbm_')
    await expect(paste(line, home, {})).rejects.toThrow('PLUGBOARD_MCP_KEY')
  }
})

it('name a server after its id where its name has no letter or digit', () => {
  verifies('mcp.commands')
  expect(toClientCommands({ ...server, name: '----' }, url).client_2).toContain(
    `'plugboard-12345678'`,
  )
})
