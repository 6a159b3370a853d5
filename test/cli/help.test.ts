import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/cli/create-program.ts'
import { runCli } from './run-cli.ts'

/** The commands of each group; a command that is none is alone. */
const commands = {
  dev: [],
  start: [],
  admin: [
    'link',
    'backup <file>',
    'restore <file>',
    'move',
    'check',
    'migrate',
    'stats',
    'keys',
    'users',
    'jobs',
    'calls',
    'deliveries',
  ],
  keys: ['rotate'],
  projects: ['list', 'create <name>'],
  toolkits: [
    'add <toolkit...>',
    'available',
    'outdated',
    'update [toolkit...]',
    'import [source]',
    'list',
    'get <slug>',
    'setup <toolkit>',
    'doctor <toolkit>',
    'changes <slug>',
    'delete <slug>',
  ],
  tools: ['search <words...>', 'list', 'get <slug>', 'execute <slug>'],
  'search <words...>': [],
  mcp: [
    'list',
    'get <server>',
    'commands <server>',
    'create <name>',
    'update <server>',
    'delete <server>',
    'users <server>',
    'add-user <server> <user>',
    'remove-user <server> <user>',
    'urls <server>',
    'rotate-urls <server>',
  ],
  'connect <toolkit>': [],
  accounts: [
    'list',
    'get <account>',
    'rename <account> [name]',
    'enable <account>',
    'disable <account>',
    'reconnect <account>',
    'delete <account>',
  ],
  'auth-configs': [
    'list',
    'get <auth-config>',
    'check <auth-config>',
    'enable <auth-config>',
    'disable <auth-config>',
    'rename <auth-config> <name>',
    'delete <auth-config>',
  ],
  users: ['list', 'erase <user>', 'page <user>', 'sign-out <user>'],
  logs: ['list', 'get <call>'],
  sessions: [
    'create',
    'list',
    'get <session>',
    'toolkits <session>',
    'keys <session>',
    'create-key <session>',
    'revoke-key <session> <key>',
    'delete <session>',
  ],
  approvals: ['list', 'approve <approval>', 'deny <approval>'],
  listen: [],
  triggers: [
    'list',
    'get <trigger>',
    'types',
    'type <type>',
    'create <type>',
    'enable <trigger>',
    'disable <trigger>',
    'delete <trigger>',
  ],
  webhooks: [
    'list',
    'events',
    'get <webhook>',
    'create <url>',
    'update <webhook>',
    'rotate-secret <webhook>',
    'test <webhook>',
    'delete <webhook>',
  ],
  deliveries: ['list', 'resend <delivery>'],
  generate: ['types', 'zod'],
  eval: ['run <files...>', 'capture', 'search <file>'],
  'api [operation]': [],
  'completion <shell>': [],
}

test.each([[[]], [['--help']], [['help']]])(
  'lists every group of commands with %j',
  async (args: string[]) => {
    const { code, stdout, stderr } = await runCli(args)

    expect([code, stderr]).toEqual([0, ''])
    const listed = stdout.match(/^ {2}[a-z].*?(?= {2})/gm)?.map((term) => term.trim())
    const groups = Object.keys(commands)
    expect(listed?.filter((term) => groups.includes(term))).toEqual(groups)
    expect(stdout).toMatch(/^Connect users:\n/m)
    expect(stdout).toMatch(/^Examples:\n {2}plugboard dev --sample/m)
    expect(stdout).toMatch(/Exit codes: 0; 1/)
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  },
)

test('lists the commands of each group with all words', () => {
  const groups = createProgram().commands.flatMap((group) => {
    const terms = group.commands.map((command) =>
      [
        command.name(),
        command
          .usage()
          .replace(/\[(options|command)\]/g, '')
          .trim(),
      ]
        .join(' ')
        .trim(),
    )
    for (const term of terms) expect(group.helpInformation()).toMatch(`\n  ${group.name()} ${term}`)
    return terms.length > 0 ? [[group.name(), terms] as const] : []
  })
  expect(Object.fromEntries(groups)).toEqual(
    Object.fromEntries(Object.entries(commands).filter(([, verbs]) => verbs.length > 0)),
  )
})

test.each([
  [['sessions', '--help'], 'Usage: plugboard sessions '],
  [['keys'], 'Usage: plugboard keys '],
  [['help', 'mcp'], 'Usage: plugboard mcp '],
  [['accounts', '--help'], 'plugboard accounts reconnect ca_'],
  [['accounts', 'list', '--help'], '--status <status>'],
])('shows help of %j', async (args, text) => {
  const { code, stdout } = await runCli(args)
  expect([code, stdout]).toEqual([0, expect.stringContaining(text)])
})

test('describes the options of a command, with the variables that stand for them', async () => {
  const { stdout } = await runCli(['toolkits', 'import', '--help'])

  expect(stdout).toContain('--auth-header <name>')
  expect(stdout).toMatch(/--api-key <key> +project key \(env:\s+PLUGBOARD_API_KEY\)/)
})

test('describes every setting of the service', async () => {
  const { stdout } = await runCli(['help', 'start'])

  const config = readFileSync(
    new URL('../../src/service/config/config.ts', import.meta.url),
    'utf8',
  )
  for (const [name] of config.matchAll(/\bPLUGBOARD_[A-Z_]+/g)) expect(stdout).toContain(name)
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
  [['acounts'], 'Did you mean accounts?'],
  [['accounts', 'lst', '--help'], 'Did you mean list?'],
  [['tools', 'dance'], 'Run with --help'],
  [['frob', '--help'], "unknown command 'frob'"],
  [['dev', '--prot', '1'], 'Did you mean --port?'],
  [['accounts', '--stats', 'ACTIVE'], 'Did you mean --status?'],
  [['accounts', '--status', 'LOST'], 'Allowed choices are INITIALIZING'],
])('helps with the unknown %j', async (args, hint) => {
  const { code, stderr } = await runCli(args)

  expect(code).toBe(1)
  expect(stderr).toContain(hint)
})
