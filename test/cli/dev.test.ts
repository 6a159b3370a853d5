import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase } from '../support/postgres-database.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, runDevUntil, startDev, temporaryFolder } from './run-cli.ts'

const statusOf = async (url: string, apiKey: string): Promise<number> =>
  (await fetch(`${url}/api/v3/toolkits`, { headers: { 'x-api-key': apiKey } })).status

test('prints one line with the same working keys on every start', async () => {
  const folder = temporaryFolder()
  const first = await startDev(['--data', folder])
  const { code, stdout, stderr } = await first.stop()
  const second = await startDev(['--data', folder])

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    consoleUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console#cl_\w+$/),
    apiKey: expect.stringMatching(/^pbk_/),
    userApiKey: expect.stringMatching(/^pbu_/),
    orgApiKey: expect.stringMatching(/^pbo_/),
    sample: null,
  })
  const { apiKey, userApiKey, orgApiKey } = first
  expect(second).toMatchObject({ apiKey, userApiKey, orgApiKey })
  expect(await statusOf(second.url, second.apiKey)).toBe(200)
})

test('keeps everything it writes to this user', async () => {
  const folder = temporaryFolder()
  await startDev(['--data', folder, '--sample'])

  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const modes = readdirSync(folder).map((file) => [file, statSync(join(folder, file)).mode & 0o777])
  expect(modes).toEqual(
    expect.arrayContaining([
      ['keys.json', 0o600],
      ['plugboard.db', 0o600],
      ['root.key', 0o600],
      ['sample.json', 0o600],
    ]),
  )
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([])
})

test.runIf(isThorough)(
  'shows a readable start screen with the keys and what to do next',
  async () => {
    const folder = temporaryFolder()
    const { apiKey, stop } = await startDev(['--data', folder])
    await stop()

    const { stdout } = await runDevUntil(/Ctrl\+C/, ['--data', folder])

    expect(stdout).toContain('Plugboard is running at http://127.0.0.1:')
    expect(stdout).toContain(apiKey)
    expect(stdout).toContain(`plugboard toolkits list --data ${folder}`)
    expect(stdout).toContain('require_connection_confirmation')

    const { stop: stopAgain } = await startDev(['--data', folder])
    await runCli([
      'api',
      'projects.updateConfig',
      '--json',
      '{"require_connection_confirmation": true}',
      '--data',
      folder,
    ])
    await stopAgain()
    expect((await runDevUntil(/Ctrl\+C/, ['--data', folder])).stdout).not.toContain(
      'require_connection_confirmation',
    )
  },
)

test('refuses a host that other machines reach', async () => {
  const folder = temporaryFolder()

  const refused = await runCli(['dev', '--host', '0.0.0.0', '--port', '0', '--data', folder])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('Other machines could reach the development service on 0.0.0.0')
  expect(refused.stderr).toContain('--expose')
  expect(existsSync(folder)).toBe(false)
})

test.runIf(isThorough)('listens on a host that other machines reach when exposed', async () => {
  const folder = temporaryFolder()
  const exposed = await startDev(['--host', '0.0.0.0', '--expose', '--data', folder])
  expect(exposed.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  expect(await statusOf(exposed.url, exposed.apiKey)).toBe(200)
})

test.runIf(isThorough)('refuses a data folder that another process uses', async () => {
  const folder = temporaryFolder()
  await startDev(['--data', folder])

  const second = await runCli(['dev', '--json', '--port', '0', '--data', folder])

  expect(second).toMatchObject({ code: 1, stdout: '' })
  expect(second.stderr).toContain(`Another process uses the data folder ${folder}`)
})

test.runIf(isThorough)(
  'names a port that is taken, and still shows the keys of the first start afterwards',
  async () => {
    const folder = temporaryFolder()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo

    const refused = await runCli(['dev', '--json', '--port', String(port), '--data', folder])

    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(new RegExp(`^Error: Port ${port} of 127.0.0.1 is in use\n`))
    expect((await startDev(['--data', folder])).apiKey).toMatch(/^pbk_/)
  },
)

test('refuses a port that is none', async () => {
  expect((await runCli(['dev', '--port', '70000'])).stderr).toContain('from 0 to 65535')
})

test.runIf(isThorough)('says what to do when the keys or the root key are lost', async () => {
  const folder = temporaryFolder()
  const keys = join(folder, 'keys.json')
  await (await startDev(['--data', folder])).stop()
  const [keptKeys, rootKey] = [readFileSync(keys), readFileSync(join(folder, 'root.key'))]

  rmSync(keys)
  const withoutKeys = await runCli(['dev', '--json', '--port', '0', '--data', folder])
  expect(withoutKeys).toMatchObject({ code: 1, stdout: '' })
  expect(withoutKeys.stderr).toContain(`are not in ${keys}`)
  expect(withoutKeys.stderr).toContain(`delete ${folder}`)

  writeFileSync(keys, '{')
  expect((await runCli(['dev', '--json', '--port', '0', '--data', folder])).stderr).toContain(
    `${keys} is damaged`,
  )

  writeFileSync(keys, keptKeys)
  rmSync(join(folder, 'root.key'))
  const withoutRootKey = await runCli(['dev', '--json', '--port', '0', '--data', folder])
  expect(withoutRootKey).toMatchObject({ code: 1, stdout: '' })
  expect(withoutRootKey.stderr).toContain('Restore root.key')
  expect(existsSync(join(folder, 'root.key'))).toBe(false)

  const restored = await startDev(['--data', folder], { PLUGBOARD_ROOT_KEYS: rootKey.toString() })
  expect(await statusOf(restored.url, restored.apiKey)).toBe(200)
})

test.each(isThorough ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const))(
  'closes gracefully on %s, also when it arrives twice at once',
  async (signal) => {
    const dev = await startDev(['--data', temporaryFolder()])
    dev.child.kill(signal)

    expect(await dev.stop(signal)).toMatchObject({ code: 0, stderr: '' })
  },
)

test('prints nothing, but closes gracefully, when it is stopped before it is ready', async () => {
  const stopAtOnce =
    "process.on('newListener', (name) => name === 'SIGINT' && setImmediate(() => process.kill(process.pid, 'SIGINT')))"
  const run = await runCli(['dev', '--json', '--port', '0', '--data', temporaryFolder()], {
    environment: { NODE_OPTIONS: `--import "data:text/javascript,${stopAtOnce}"` },
  })
  expect(run).toEqual({ code: 0, stdout: '', stderr: '' })
})

test.runIf(isThorough)('ends at once on a second SIGINT, and not on a second SIGTERM', async () => {
  const dev = await startDev(['--data', temporaryFolder()])
  // A request that never ends would be waited for.
  const socket = connect(Number(new URL(dev.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `POST /api/v3/tools/execute/X HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\nx-api-key: ${dev.apiKey}\r\n\r\n`,
  )
  await wait(100)

  dev.child.kill('SIGTERM')
  await wait(500)
  dev.child.kill('SIGTERM')
  await wait(500)
  expect(dev.child.exitCode).toBeNull()
  expect(await dev.stop('SIGINT')).toMatchObject({ code: 1 })
})

test.runIf(isThorough)('says that the database cannot be reached', async () => {
  const run = await runCli(['dev', '--json', '--port', '0', '--data', temporaryFolder()], {
    environment: { DATABASE_URL: 'postgres://127.0.0.1:1/nothing' },
  })

  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toContain('ECONNREFUSED')
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'keeps the keys of a PostgreSQL in the data folder',
  async () => {
    const folder = temporaryFolder()
    const { url: DATABASE_URL, drop } = await createPostgresDatabase()
    onTestFinished(drop)
    const first = await startDev(['--data', folder], { DATABASE_URL })
    await first.stop()

    const withoutDatabase = await runCli(['dev', '--json', '--port', '0', '--data', folder])
    expect(withoutDatabase.stderr).toContain('contains the keys of another database')
    const elsewhere = temporaryFolder()
    const withoutKeys = await runCli(['dev', '--json', '--port', '0', '--data', elsewhere], {
      environment: { DATABASE_URL },
    })
    expect(withoutKeys.stderr).toContain('use an empty database')
    expect(readdirSync(elsewhere)).toEqual(['.gitignore'])

    const second = await startDev(['--data', folder], { DATABASE_URL })
    expect(second.apiKey).toBe(first.apiKey)
    expect(await statusOf(second.url, second.apiKey)).toBe(200)
    expect(existsSync(join(folder, 'plugboard.db'))).toBe(false)
    await second.stop()
  },
)
