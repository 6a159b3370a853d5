import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, afterAll, expect, onTestFinished, test } from 'vitest'
import { operations } from '../contract/operations.ts'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, startDev, temporaryFolder, type RunningDev } from './run-cli.ts'

let dev: RunningDev
let data: string
beforeAll(async () => {
  data = temporaryFolder({ keep: true })
  dev = await startDev(['--data', data], {}, { keep: true })
})
afterAll(() => dev.stop())

const run = (args: string[], input?: string) =>
  runCli(['api', ...args, '--data', data], input === undefined ? {} : { input })

test('lists every operation of the interface, without a service', async () => {
  const { code, stdout } = await runCli(['api', '--data', temporaryFolder()])

  expect(code).toBe(0)
  expect(stdout.trim().split('\n')).toHaveLength(operations.length)
  for (const { name, endpoint } of operations)
    expect(stdout).toMatch(new RegExp(`^${name.replace('.', '\\.')} +${endpoint.method} +`, 'm'))
  expect(stdout).toContain('Create')
})

test('calls an operation with a body and a parameter, and prints its answer', async () => {
  const made = await run(['sessions.create', '--json', '{"user_id": "ada"}'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const { session_id } = JSON.parse(made.stdout) as { session_id: string }

  const again = await run(['sessions.create', '--json', '-'], '{"user_id": "bob"}')
  expect(JSON.parse(again.stdout)).toMatchObject({ config: { user_id: 'bob' } })
  const got = await run(['Sessions.Get', '--param', `session_id=${session_id}`])
  expect(JSON.parse(got.stdout)).toMatchObject({ session_id, config: { user_id: 'ada' } })
})

test('sends a file where the body is one, and says which cannot be read', async () => {
  verifies('files.sdk')
  const path = join(data, 'hello.txt')
  writeFileSync(path, 'hello')

  const { stdout } = await run(['files.upload', '--file', path, '--query', 'filename=hi.txt'])

  expect(JSON.parse(stdout)).toMatchObject({
    name: 'hi.txt',
    size: 5,
    md5: '5d41402abc4b2a76b9719d911017c592',
  })
  expect(await run(['files.upload', '--file', join(data, 'absent')])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('absent cannot be read'),
  })
})

test('uses the key of the organization where an operation needs it, and none where it needs none', async () => {
  expect(
    JSON.parse((await run(['projects.create', '--json', '{"name": "From a terminal"}'])).stdout),
  ).toMatchObject({ name: 'From a terminal' })
  expect(
    JSON.parse(
      (await runCli(['api', 'description.openapi', '--url', dev.url, '--data', temporaryFolder()]))
        .stdout,
    ),
  ).toMatchObject({ openapi: '3.1.0' })
  const { code, stderr } = await runCli([
    'api',
    'projects.create',
    '--url',
    dev.url,
    '--api-key',
    dev.apiKey,
    '--json',
    '{}',
    '--data',
    temporaryFolder(),
  ])
  expect([code, stderr]).toEqual([1, expect.stringContaining('--org-api-key')])
})

test('sends what it was given as it is', async () => {
  const received: IncomingMessage[] = []
  const server = createServer((request, response) => {
    received.push(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        items: [],
        next_cursor: null,
        total_pages: 0,
        current_page: 1,
        total_items: 0,
      }),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const { code } = await runCli([
    'api',
    'tools.list',
    '--url',
    url,
    '--api-key',
    'pbk_x',
    '--query',
    'toolkit_slug=a',
    '--query',
    'toolkit_slug=b',
    '--query',
    'toolkit_versions[a]=1=2',
    '--query',
    'limit=5',
  ])
  expect(code).toBe(0)
  const query = new URL(received[0]?.url ?? '', url).searchParams
  expect([received[0]?.headers['x-api-key'], Object.fromEntries(query)]).toEqual([
    'pbk_x',
    { toolkit_slug: 'a,b', 'toolkit_versions[a]': '1=2', limit: '5' },
  ])
})

test.runIf(isThorough)('tells what is wrong with what it was given', async () => {
  expect((await run(['session.create'])).stderr).toContain('There are sessions.create, sessions.')
  expect((await run(['nothing'])).stderr).toContain('plugboard api lists all')
  expect((await run(['sessions.create', '--json', '[1]'])).stderr).toContain(
    '--json is not a JSON object',
  )
  expect((await run(['tools.list', '--query', 'limit'])).stderr).toContain('--query limit=5')
  expect((await run(['sessions.get'])).stderr).toContain('Pass params.session_id')
  const refused = await run(['sessions.create', '--json', '{"user_id": 5}'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('  - body.user_id: ')
})
