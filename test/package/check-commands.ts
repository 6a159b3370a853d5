import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root, testedVersion } from './manifest.ts'
import { readmeCommands } from './readme-commands.ts'
import type { Report } from './report.ts'
import { run, runOrThrow } from './run.ts'

type Ready = { url: string; sample: { trackerApiKey: string } }

/** Runs a command until it prints something, and ends it as Ctrl+C does. */
const runUntil = async (
  command: string,
  args: string[],
  folder: string,
  shown: RegExp,
  env: Record<string, string> = {},
): Promise<string | null> => {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env } })
  const ended = once(child, 'exit')
  let output = ''
  const found = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (shown.test(output)) resolve(true)
      })
    void ended.then(() => resolve(false))
  })
  const isShown = await found
  child.kill('SIGINT')
  await ended
  return isShown ? null : output
}

/** Runs commands in a project, and strikes each off the list of those that the README shows. */
const createCommands = (folder: string, report: Report) => {
  const plugboard = join(folder, 'node_modules/.bin/plugboard')
  const unchecked = new Set(readmeCommands())
  const checked = (readme: string, problem: string | null) => {
    report.check(readme, unchecked.delete(readme) ? problem : 'the README no longer has it')
  }
  return {
    plugboard,
    unchecked,
    checked,
    /** Runs a command to its end. */
    runs: async (readme: string, args: string[]) => {
      const { code, output } = await run(plugboard, args, folder)
      checked(readme, code === 0 ? null : `code ${code}\n${output}`)
    },
    /** Runs a command that goes on until it has shown something. */
    shows: async (readme: string, args: string[], shown: RegExp, env?: Record<string, string>) =>
      checked(readme, await runUntil(plugboard, args, folder, shown, env)),
  }
}

type Commands = ReturnType<typeof createCommands>

/**
 * Runs every command that the README shows as a user would who installed both packages. Addresses
 * and files that the README invents are replaced by ones that exist here.
 */
export const checkCommands = async (folder: string, report: Report): Promise<void> => {
  const commands = createCommands(folder, report)
  const help = await run(commands.plugboard, ['--help'], folder)
  report.check('plugboard --help', help.code === 0 ? null : help.output)

  const dev = spawn(commands.plugboard, ['dev', '--sample', '--json', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const mcp = await startMcpServer()
  try {
    const ready = await readReady(dev)
    const problem = await describeMissing(ready.url)
    for (const readme of ['plugboard dev --sample', 'plugboard dev'])
      commands.checked(readme, problem)
    await checkAccounts(commands, ready)
    await checkToolkits(commands, { folder, service: ready.url, mcpServer: mcp.url })
    await checkTools(commands, folder)
    await checkResources(commands, folder)
    // Parsed in a thread, whose file lies beside the command.
    const large = join(root, 'node_modules/@figma/rest-api-spec/openapi/openapi.yaml')
    const toolkit = ['toolkits', 'import', large, '--slug', 'figma']
    const imported = await run(commands.plugboard, toolkit, folder)
    report.check('a large description is imported', imported.code === 0 ? null : imported.output)
  } finally {
    dev.kill('SIGTERM')
    mcp.stop()
  }
  if (dev.exitCode === null) await once(dev, 'exit')
  report.check('plugboard dev ends with 0', dev.exitCode === 0 ? null : `code ${dev.exitCode}`)

  await checkOffline(commands, folder)
  const left = [...commands.unchecked].join('\n')
  report.check('every command of the README was run', left === '' ? null : left)
}

const checkAccounts = async ({ runs, shows }: Commands, { sample }: Ready): Promise<void> => {
  const value = `generic_api_key=${sample.trackerApiKey}`
  await runs('plugboard connect tracker --user ada', [
    'connect',
    'tracker',
    '--user',
    'ada',
    '--value',
    value,
  ])
  const calendar = ['connect', 'calendar', '--user', 'ada']
  await shows('plugboard connect calendar --user ada', calendar, /https?:\/\/\S+/)
  await runs('plugboard connect', ['connect', '--help'])
}

const checkToolkits = async (
  { runs }: Commands,
  { folder, service, mcpServer }: { folder: string; service: string; mcpServer: string },
): Promise<void> => {
  const openapi = `${service}/api/v3/openapi.json`
  await runs(
    'plugboard toolkits import https://example.com/openapi.json --slug example --auth BEARER_TOKEN',
    ['toolkits', 'import', openapi, '--slug', 'example', '--auth', 'BEARER_TOKEN'],
  )
  const header = 'Authorization: Bearer token'
  await runs(
    'plugboard toolkits import weather --mcp https://example.com/mcp --header "Authorization: Bearer …"',
    ['toolkits', 'import', 'weather', '--mcp', mcpServer, '--header', header],
  )
  await runs('plugboard toolkits changes weather', ['toolkits', 'changes', 'weather'])
  for (const command of [
    'available --search crm',
    'add hubspot',
    'setup hubspot',
    'setup hubspot --managed',
    'outdated',
  ])
    await runs(`plugboard toolkits ${command}`, ['toolkits', ...command.split(' ')])
  await runs('plugboard toolkits update', ['toolkits', 'update', '--yes'])
  await runs('plugboard toolkits setup googlecalendar', ['toolkits', 'setup', 'calendar'])
  const spec = join(folder, 'spec')
  await mkdir(spec)
  await writeFile(join(spec, 'openapi.json'), await (await fetch(openapi)).text())
  await runs('plugboard toolkits import ./spec --slug example', [
    'toolkits',
    'import',
    spec,
    '--slug',
    'example',
    '--auth',
    'BEARER_TOKEN',
  ])
  const recipe = join(folder, 'hubspot.yaml')
  await writeFile(
    recipe,
    'recipe: 1\nslug: own_hubspot\nname: HubSpot\ndescription: { kind: openapi }\nauth: [{ scheme: BEARER_TOKEN }]\n',
  )
  await runs('plugboard toolkits import --recipe ./hubspot.yaml', [
    'toolkits',
    'import',
    spec,
    '--recipe',
    recipe,
  ])
  const schema = join(folder, 'schema.graphql')
  await writeFile(
    schema,
    'type Query { issue(id: ID!): Issue }\ntype Issue { id: ID!, title: String }\n',
  )
  await runs(
    'plugboard toolkits import linear --graphql https://api.linear.app/graphql --auth API_KEY --auth-header Authorization',
    [
      'toolkits',
      'import',
      'linear',
      '--graphql',
      'https://api.linear.app/graphql',
      '--schema',
      schema,
      '--auth',
      'API_KEY',
      '--auth-header',
      'Authorization',
    ],
  )
}

const checkTools = async ({ runs, shows }: Commands, folder: string): Promise<void> => {
  await writeFile(join(folder, 'report.pdf'), 'a report')
  const upload = 'TRACKER_UPLOAD_ATTACHMENT_TO_ISSUE --user ada --arguments {"issue_id":"WEB-1"}'
  await runs('plugboard tools execute … --file file=report.pdf', [
    'tools',
    'execute',
    ...upload.split(' '),
    '--file',
    'file=report.pdf',
  ])
  await runs('plugboard search "create an issue" --explain', [
    'search',
    'create an issue',
    '--explain',
  ])
  await runs('plugboard generate types --toolkit github', [
    'generate',
    'types',
    '--toolkit',
    'tracker',
  ])
  await runs('plugboard generate zod --toolkit github', ['generate', 'zod', '--toolkit', 'tracker'])
  const listen = ['listen', '--forward-to', 'http://localhost:3000/hook']
  await shows(`plugboard ${listen.join(' ')}`, listen, /whsec_/)
  await runs('plugboard api', ['api'])
  for (const [operation, body] of [
    ['sessions.create', '{"user_id": "ada"}'],
    ['projects.updateConfig', '{"require_connection_confirmation": true}'],
  ] as const)
    await runs(`plugboard api ${operation} --json '${body}'`, ['api', operation, '--json', body])
}

/** Commands on what the project has; the tracker stands in for GitHub. */
const checkResources = async (
  { plugboard, runs, shows }: Commands,
  folder: string,
): Promise<void> => {
  for (const command of [
    'accounts --user ada',
    'auth-configs --toolkit github',
    'sessions create --user ada --toolkit github',
    'triggers types --toolkit github',
    'deliveries --status dead',
    'users page ada',
    'admin link',
    'admin keys create',
    '--help',
    'completion bash',
    'completion --help',
  ])
    await runs(`plugboard ${command}`, command.replace('github', 'tracker').split(' '))
  await runs('plugboard projects create "Support agents"', ['projects', 'create', 'Support agents'])
  await runs('plugboard mcp create "Support tools" --toolkit github', [
    'mcp',
    'create',
    'Support tools',
    '--toolkit',
    'tracker',
  ])
  // Nobody of this name has connected anything.
  await run(plugboard, ['tools', 'execute', 'TRACKER_LIST_ISSUES', '--user', 'nobody'], folder)
  const errors = ['logs', '--status', 'error', '--follow']
  await shows(`plugboard ${errors.join(' ')}`, errors, /^log_/m)
  const made = await run(plugboard, ['sessions', 'create', '--user', 'ada', '--json'], folder)
  const [session = ''] = /trs_\w+/.exec(made.output) ?? []
  await runs('plugboard approvals --session trs_… --status pending', [
    'approvals',
    '--session',
    session,
    '--status',
    'pending',
  ])
}

/** What needs no running service: recorded answers of models stand in for the model. */
const checkOffline = async ({ runs, shows }: Commands, folder: string): Promise<void> => {
  await cp(join(root, 'examples/eval-harness'), join(folder, 'harness'), { recursive: true })
  await runOrThrow('npm', ['install', '--no-audit', '--no-fund', testedVersion('openai')], folder)
  const recorded = 'eval harness/cases/reading.yaml --mode strict --cassettes harness/recordings'
  await runs(
    'plugboard eval issues.yaml --model gpt-5 --trials 3 --threshold pass^3=0.8 --report report.html',
    `${recorded} --model scripted --threshold pass^1=0.8 --report report.html`.split(' '),
  )
  // Nobody recorded a judge's answers to these.
  await shows(
    'plugboard eval issues.yaml --model gpt-5 --judge gpt-5-mini --criterion goal --criterion "polite=Is the assistant polite?"',
    [
      ...`${recorded} --model scripted --judge gpt-5-mini --criterion goal --criterion`.split(' '),
      'polite=Is the assistant polite?',
    ],
    /The judge failed: No recorded answer of "gpt-5-mini"/,
  )
  await runs(
    'plugboard eval … --report <folder>/name.json',
    `${recorded} --model scripted --threshold pass^1=0.8 --report reports/name.json`.split(' '),
  )
  const other = ['--port', '0', '--data', join(folder, 'other')]
  await shows('plugboard dev --reports <folder>', ['dev', '--reports', 'reports', ...other], /127/)
  await runs('plugboard eval capture', ['eval', 'capture', '--help'])
  await runs('plugboard eval search', ['eval', 'search', '--help'])
  await runs('plugboard keys rotate', ['keys', 'rotate'])
  await shows('plugboard start', ['start'], /"listening"/, {
    PLUGBOARD_PUBLIC_URL: 'https://tools.example',
    PLUGBOARD_ROOT_KEYS: `1:${Buffer.alloc(32, 7).toString('base64')}`,
    PLUGBOARD_DATA: join(folder, 'production'),
    PLUGBOARD_PORT: '0',
  })
}

const readReady = (service: ChildProcess): Promise<Ready> =>
  new Promise((resolve, reject) => {
    if (service.stdout === null) return reject(new Error('plugboard dev has no output'))
    createInterface(service.stdout).once('line', (line) => resolve(JSON.parse(line) as Ready))
    service.once('exit', (code) => reject(new Error(`plugboard dev ended with ${code}`)))
  })

/** Pages whose files lie beside the command. */
const describeMissing = async (url: string): Promise<string | null> => {
  for (const path of ['/docs', '/docs/swagger-ui-bundle.js', '/api/v3/openapi.json']) {
    const { status } = await fetch(url + path)
    if (status !== 200) return `${path}: ${status}`
  }
  return null
}

/** A published MCP server of somebody else. */
const startMcpServer = async (): Promise<{ url: string; stop(): void }> => {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/.bin/mcp-server-everything'), 'streamableHttp'],
    { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await once(child.stderr, 'data')
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => void child.kill() }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
