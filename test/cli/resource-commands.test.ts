import { dirname } from 'node:path'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type Client } from '../../src/client/index.ts'
import { runCli, runCliUntil, startDev, temporaryFolder, type RunningDev } from './run-cli.ts'

let dev: RunningDev
let data: string
let client: Client
let account: string

const run = (...args: string[]) => runCli([...args, '--data', data])

/** Runs a command that succeeds, and returns what it printed. */
const print = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...args)
  expect([code, stderr], args.join(' ')).toEqual([0, ''])
  return stdout.trim()
}

const printJson = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await print(...args, '--json'))

/** Runs a command that fails, and returns what it said. */
const fail = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...args)
  expect([code, stdout], args.join(' ')).toEqual([1, ''])
  return stderr
}

const createIssue = (user: string) =>
  run(
    'tools',
    'execute',
    'TRACKER_CREATE_ISSUE',
    '--user',
    user,
    '--arguments',
    '{"title": "A door"}',
  )

beforeAll(async () => {
  data = temporaryFolder({ keep: true })
  dev = await startDev(['--sample', '--data', data], {}, { keep: true })
  client = createClient({ baseUrl: dev.url, apiKey: dev.apiKey })
  const value = `generic_api_key=${dev.sample?.trackerApiKey}`
  const connected = await run('connect', 'tracker', '--user', 'ada', '--value', value)
  account = /ca_\w+/.exec(connected.stdout)?.[0] ?? ''
})

afterAll(async () => {
  await dev.stop()
  rmSync(dirname(data), { recursive: true })
})

test('accounts are listed, shown, named, disabled and deleted', async () => {
  const row = (await print('accounts', '--user', 'ada', '--status', 'active')).split(/ {2,}/)
  expect(row.slice(0, 4)).toEqual([account, 'ada', 'tracker', 'ACTIVE'])
  expect(await printJson('accounts', '--toolkit', 'tracker')).toMatchObject([{ id: account }])
  expect(await run('accounts', '--user', 'nobody')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('plugboard connect <toolkit> --user <id>'),
  })

  expect(await print('accounts', 'rename', account, 'Work')).toBe(`${account} is Work.`)
  expect(await print('accounts', 'get', account)).toMatch(/^user_id: ada\n(.*\n)*name: Work\n/m)
  expect(await print('accounts', 'rename', account)).toBe(`${account} has no name.`)
  await print('accounts', 'disable', account)
  expect(await print('accounts')).toContain(' disabled ')
  await print('accounts', 'enable', account)
  expect(await print('accounts', 'reconnect', account)).toBe(`${account} is ACTIVE.`)

  expect(await fail('accounts', 'get', 'ca_3Hn6bVt9Qe2Ls8Yc4')).toContain('plugboard accounts list')
  const { id } = await client.connectedAccounts.create({
    body: {
      auth_config: {
        id:
          (await client.authConfigs.list({ query: { toolkit_slug: ['tracker'] } })).items[0]?.id ??
          '',
      },
      connection: {
        user_id: 'bob',
        state: { authScheme: 'API_KEY', val: { generic_api_key: 'x' } },
      },
    },
  })
  const unasked = await fail('accounts', 'delete', id)
  expect(unasked).toContain(`Delete the account ${id}`)
  expect(unasked).toContain('--yes')
  expect(await print('accounts', 'delete', id, '--yes')).toBe(`Deleted ${id}.`)
})

test('auth configs are listed, renamed, disabled and checked', async () => {
  const id = (await print('auth-configs', '--toolkit', 'tracker')).split(' ')[0] ?? ''
  expect(await print('auth-configs', 'rename', id, 'Ours')).toBe(`${id} is named "Ours".`)
  expect(await printJson('auth-configs', 'get', id)).toMatchObject({ name: 'Ours' })
  await print('auth-configs', 'disable', id)
  expect((await run('auth-configs', '--toolkit', 'tracker')).stdout).toBe('')
  expect(await print('auth-configs', '--toolkit', 'tracker', '--all')).toContain('DISABLED')
  await print('auth-configs', 'enable', id)
  expect(await print('auth-configs', 'check', id)).toMatch(/^unknown: /)
})

test('calls are listed by outcome, shown, and followed', async () => {
  const lost = await createIssue('nobody')
  expect(lost.stderr).toContain('Run: plugboard connect tracker --user nobody\n')
  const followed = runCliUntil(['logs', '-f', '--json', '--data', data], /"user_id":"ada"/)
  await expect.poll(followed.stdout, { timeout: 10_000 }).toContain('"user_id":"nobody"')
  await createIssue('ada')
  await followed.shown
  followed.interrupt()
  const { code, stdout } = await followed.ended
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; user_id: string })
  expect([code, lines.map(({ user_id }) => user_id)]).toEqual([0, ['nobody', 'ada']])

  expect(await print('logs', '--status', 'success')).toMatch(
    /^log_\S+ .* ada +TRACKER_CREATE_ISSUE/,
  )
  expect(await print('logs', 'get', lines[1]?.id ?? '')).toContain('title: A door')
  expect((await run('logs', '--limit', '1')).stderr).toContain('1 of 2; --limit shows more')
})

test('a session is created, and its approvals are decided', async () => {
  const { session_id } = (await printJson(
    'sessions',
    'create',
    '--user',
    'ada',
    '--toolkit',
    'tracker',
  )) as { session_id: string }
  expect(await print('sessions', 'get', session_id)).toContain(`session_id: ${session_id}`)
  expect(await print('sessions', 'toolkits', session_id)).toBe(
    `tracker  ${account}  ACTIVE  Tracker`,
  )
  expect(
    await print('sessions', 'create-key', session_id, '--name', 'Laptop', '--expires', '600'),
  ).toMatch(/^pbm_/)
  const key = (await print('sessions', 'keys', session_id)).split(' ')[0] ?? ''
  await print('sessions', 'revoke-key', session_id, key, '--yes')

  await client.sessions.update({
    params: { session_id },
    body: { approvals: { tools: ['TRACKER_CREATE_ISSUE'] } },
  })
  const execute = () =>
    client.sessions.execute({
      params: { session_id },
      body: { tool_slug: 'TRACKER_CREATE_ISSUE', arguments: { title: 'A window' } },
    })
  await execute()
  const [id = '', status] = (await print('approvals', '--session', session_id)).split(/ +/)
  expect(status).toBe('pending')
  expect(await print('approvals', 'approve', id, '--session', session_id)).toMatch(
    /^Approved\. TRACKER_CREATE_ISSUE runs/,
  )
  expect(await execute()).toMatchObject({ error: null, data: { title: 'A window' } })
  await execute()
  const next =
    (await print('approvals', '--session', session_id, '--status', 'pending')).split(' ')[0] ?? ''
  expect(await print('approvals', 'deny', next, '--session', session_id)).toContain('does not run')
  expect(await print('sessions', 'delete', session_id, '--yes')).toBe(`Deleted ${session_id}.`)
  expect(await fail('sessions', 'get', session_id)).toContain(
    'plugboard sessions create --user <id>',
  )
})

test('triggers are set up, and webhooks get their events', async () => {
  expect(await print('triggers', 'types', '--toolkit', 'tracker')).toContain(
    'TRACKER_ISSUE_CREATED',
  )
  expect(await print('triggers', 'type', 'TRACKER_ISSUE_CREATED')).toContain('type: poll')
  const created = await print(
    'triggers',
    'create',
    'TRACKER_ISSUE_CREATED',
    '--account',
    account,
    '--config',
    '{"project": "web"}',
  )
  const [trigger = ''] = /ti_\w+/.exec(created) ?? []
  expect(await print('triggers', '--type', 'TRACKER_ISSUE_CREATED')).toContain('"project":"web"')
  expect(await print('triggers', 'get', trigger)).toContain('project: web')
  expect(await printJson('triggers', 'get', trigger)).toMatchObject({ id: trigger, state: {} })
  expect(await fail('triggers', 'get', 'ti_3Hn6bVt9Qe2Ls8Yc4')).toContain(
    'plugboard triggers list --all',
  )
  await print('triggers', 'disable', trigger)
  expect(await print('triggers', '--all')).toContain(' disabled ')
  await print('triggers', 'enable', trigger)
  await print('triggers', 'delete', trigger, '--yes')

  expect((await run('deliveries')).stderr).toContain('plugboard webhooks create')
  expect(await print('webhooks', 'events')).toContain('svc.trigger.message')
  const { id } = (await printJson(
    'webhooks',
    'create',
    'https://app.example.com/hooks',
    '--event',
    'svc.trigger.message',
  )) as { id: string }
  expect(
    await print(
      'webhooks',
      'update',
      id,
      '--event',
      'svc.approval.requested',
      '--event',
      'svc.trigger.disabled',
    ),
  ).toContain('  - svc.trigger.disabled')
  expect(await print('webhooks', 'rotate-secret', id)).toMatch(/^whsec_/)
  expect(await printJson('deliveries')).toEqual([])
  expect(await print('webhooks', 'test', id)).toMatch(
    /^wd_\w+ delivers a test of svc\.approval\.requested\. .*plugboard deliveries --webhook ws_/,
  )
  expect(await fail('webhooks', 'test', id, '--event', 'svc.nothing')).toMatch(
    /^Error: The body of the request is not valid\n {2}- body\.event_type: must be one of /,
  )
  expect(await printJson('deliveries')).toMatchObject([{ event_type: 'svc.approval.requested' }])
  expect(await fail('deliveries', 'resend', 'wd_3Hn6bVt9Qe2Ls8Yc4')).toContain(
    'plugboard deliveries list',
  )
  await print(
    'webhooks',
    'create',
    'https://app.example.com/other',
    '--event',
    'svc.trigger.message',
  )
  expect(await fail('deliveries')).toContain(`${id} is https://app.example.com/hooks`)
  await print('webhooks', 'delete', id, '--yes')
})

test('projects are listed and created with the key of the organization', async () => {
  const created = await print('projects', 'create', 'Support agents')
  const [, key = ''] = /^api_key: (pbk_\w+)$/m.exec(created) ?? []
  expect(await run('users', '--api-key', key, '--url', dev.url)).toMatchObject({ code: 0 })
  const rows = (await print('projects')).split('\n').map((row) => row.split(/ {2,}/)[1])
  expect(rows).toEqual(['Support agents', expect.any(String)])
  expect(await printJson('projects', '--limit', '1')).toMatchObject([{ name: 'Support agents' }])
  expect(await fail('projects', '--url', dev.url, '--org-api-key', 'pbo_other')).toContain('key')
})

test('a toolkit is shown', async () => {
  expect(await print('toolkits', 'get', 'tracker')).toContain('slug: tracker')
  expect(await printJson('toolkits', 'get', 'tracker')).toMatchObject({ slug: 'tracker' })
})

test('an MCP server is created, and users get access to it', async () => {
  const { id } = (await printJson('mcp', 'create', 'Support tools', '--toolkit', 'tracker')) as {
    id: string
  }
  expect(await print('mcp', '--toolkit', 'tracker')).toContain(id)
  expect(await print('mcp', 'update', id, '--tool', 'TRACKER_LIST_ISSUES')).toContain(
    '  - TRACKER_LIST_ISSUES',
  )
  expect(await print('mcp', 'commands', id)).toContain('# Claude Code\nclaude mcp add')
  expect(await print('mcp', 'add-user', id, 'eve')).toMatch(/^pbm_/)
  expect(await print('mcp', 'add-user', id, 'eve')).toContain('--rotate-key')
  expect(await print('mcp', 'users', id)).toMatch(/^eve /)
  expect(await print('mcp', 'urls', id, '--user', 'eve')).toContain('user_id=eve')
  await print('mcp', 'rotate-urls', id, '--yes')
  expect(await print('mcp', 'remove-user', id, 'eve', '--yes')).toContain('Deleted accounts: 0.')
  expect(await print('mcp', 'delete', id, '--yes')).toBe(`Deleted ${id}.`)
})

test('a user gets a page of their connections', async () => {
  expect(await print('users', 'page', 'ada')).toMatch(new RegExp(`^${dev.url}/\\S+$`))
  await print('users', 'sign-out', 'ada')
})

test('the nearest name is offered for a tool and a toolkit', async () => {
  expect(await fail('tools', 'execute', 'TRACKER_CREATE_ISUE', '--user', 'ada')).toContain(
    'Did you mean TRACKER_CREATE_ISSUE?',
  )
  expect(await fail('connect', 'trakcer', '--user', 'ada')).toContain('Did you mean tracker?')
  expect(await fail('toolkits', 'delete', 'trackers', '--yes')).toContain('Did you mean tracker?')
  expect(await fail('tools', 'list', '--toolkit', 'trakcer')).toContain('Did you mean tracker?')
  const searched = await print('tools', 'search', 'list events and issues', '--toolkit', 'calendar')
  expect(searched).toMatch(/^CALENDAR_/)
  expect(searched).not.toContain('TRACKER_')
})

test('a credential of another name is named, and its value is not', async () => {
  const refused = await fail('connect', 'tracker', '--user', 'eve', '--value', 'api_key=s3cret')
  expect(refused).toContain('No credential is called api_key\n  The names are: generic_api_key')
  expect(refused).not.toContain('s3cret')
})
