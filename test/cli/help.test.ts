import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCli } from './run-cli.ts'

test('lists every command', async () => {
  const { code, stdout } = await runCli(['--help'])

  expect(code).toBe(0)
  const commands = [
    'dev',
    'start',
    'toolkits add <toolkit...>',
    'toolkits available',
    'toolkits outdated',
    'toolkits update [toolkit...]',
    'toolkits import [source]',
    'toolkits list',
    'toolkits changes <slug>',
    'toolkits delete <slug>',
    'tools search <words...>',
    'tools list',
    'tools execute <slug>',
    'connect <toolkit>',
    'listen',
    'api [operation]',
    'eval run <files...>',
    'eval capture',
    'eval search <file>',
    'generate types',
    'generate zod',
    'keys rotate',
  ]
  for (const command of commands) expect(stdout).toContain(`\n  ${command}  `)
})

test('describes the options of a command, with the variables that stand for them', async () => {
  const { stdout } = await runCli(['toolkits', 'import', '--help'])

  expect(stdout).toContain('--auth-header <name>')
  expect(stdout).toMatch(/--api-key <key> +project key \(env:\s+PLUGBOARD_API_KEY\)/)
})

test('tells its version', async () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string }

  expect((await runCli(['--version'], { ownProcess: true })).stdout).toBe(`${version}\n`)
})

test.each([
  [['tolkits', 'list'], 'Did you mean toolkits?'],
  [['toolkits', 'lst'], 'Did you mean list?'],
  [['tools', 'dance'], 'Run with --help'],
  [['dev', '--prot', '1'], 'Did you mean --port?'],
])('helps with the unknown %j', async (args, hint) => {
  const { code, stderr } = await runCli(args)

  expect(code).toBe(1)
  expect(stderr).toContain(hint)
})
