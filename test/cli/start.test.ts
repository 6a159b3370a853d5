import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const rootKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

/** What `plugboard start` needs, with a new data folder. */
const production = (): Record<string, string> => ({
  PLUGBOARD_PUBLIC_URL: 'https://tools.example',
  PLUGBOARD_ROOT_KEYS: rootKeys,
  PLUGBOARD_DATA: temporaryFolder(),
  PLUGBOARD_PORT: '0',
})

const refused: [Record<string, string>, string][] = [
  [{}, 'PLUGBOARD_PUBLIC_URL is not set'],
  [{ PLUGBOARD_PUBLIC_URL: 'https://tools.example' }, 'PLUGBOARD_ROOT_KEYS is not set'],
  [
    { PLUGBOARD_PUBLIC_URL: 'tools.example', PLUGBOARD_ROOT_KEYS: rootKeys },
    'PLUGBOARD_PUBLIC_URL',
  ],
  [
    {
      PLUGBOARD_PUBLIC_URL: 'https://tools.example',
      PLUGBOARD_ROOT_KEYS: rootKeys,
      PLUGBOARD_PORT: 'x',
    },
    'PLUGBOARD_PORT must be a whole number from 0 to 65535',
  ],
]

test.each(isThorough ? refused : refused.slice(0, 1))(
  'refuses the settings %j',
  async (environment, message) => {
    const { code, stdout, stderr } = await runCli(['start'], {
      environment: { PLUGBOARD_DATA: temporaryFolder(), ...environment },
    })

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  },
)

/** Runs `plugboard start` until it answers, stops it, and gives what it printed. */
const startAndStop = async (
  environment: Record<string, string>,
  meanwhile: (service: { pid: number; log: () => string }) => Promise<void> = async () => {},
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const child = spawn(process.execPath, [cli, 'start'], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  const listening = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      if (stderr.includes('"listening"')) resolve()
    })
  })
  const exit = once(child, 'exit')
  await Promise.race([listening, exit])
  await meanwhile({ pid: child.pid ?? 0, log: () => stderr })
  child.kill('SIGTERM')
  const [code] = (await exit) as [number]
  return { code, stdout, stderr }
}

test('shows the keys of the first start on a terminal, and only then', async () => {
  verifies('start.first-keys')
  const settings = production()
  const onTerminal = async () => {
    const script = `echo "pid $$"; exec "${process.execPath}" "${cli}" start`
    const child = spawn('script', ['-qec', script, '/dev/null'], {
      env: { PATH: process.env['PATH'] ?? '', ...settings },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
    await vi.waitFor(() => expect(shown).toContain('"listening"'), { timeout: 60_000 })
    const pid = /pid (\d+)/.exec(shown)?.[1]
    // The keys come after the line of the log.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    process.kill(Number(pid), 'SIGTERM')
    await once(child, 'exit')
    return shown
  }

  expect(await onTerminal()).toMatch(/cannot be shown again[^]+pbk_\w+[^]+pbu_\w+[^]+pbo_\w+/)
  expect(await onTerminal()).not.toMatch(/pb[kuo]_/)
})

test('shows no key where it has no terminal, and says how to make one', async () => {
  verifies('start.first-keys')
  const environment = production()
  const { code, stdout, stderr } = await startAndStop(environment)
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toMatch(/no API key yet: run `plugboard admin keys create`/)
  expect(stderr).not.toMatch(/pb[kuo]_/)
  const made = await runCli(['admin', 'keys', 'create', '--json'], { environment })
  expect(JSON.parse(made.stdout)).toMatchObject({ key: expect.stringMatching(/^pbk_/) })
})

test('takes the keys of an empty database from a setting or a file', async () => {
  verifies('start.first-keys')
  const [project, organization] = ['pbk', 'pbo'].map((kind) => `${kind}_${'a1'.repeat(14)}`)
  const file = join(temporaryFolder(), 'keys')
  mkdirSync(dirname(file))
  writeFileSync(file, `${project},${organization}\n`)
  const environment = { ...production(), PLUGBOARD_FIRST_API_KEY_FILE: file }
  const asked: number[] = []
  const { stdout, stderr } = await startAndStop(environment, async ({ log }) => {
    const port = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(log())?.[1] ?? ''
    for (const [path, headers] of [
      ['tools', { 'x-api-key': `${project}` }],
      ['org/owner/project/list', { 'x-org-api-key': `${organization}` }],
      ['tools', { 'x-api-key': `pbk_${'b2'.repeat(14)}` }],
    ] as const)
      asked.push((await fetch(`http://127.0.0.1:${port}/api/v3/${path}`, { headers })).status)
  })
  expect(asked).toEqual([200, 200, 401])
  expect(stdout + stderr).not.toMatch(/pb[kuo]_/)

  const wrong = { ...production(), PLUGBOARD_FIRST_API_KEY: 'pbk_short' }
  expect((await runCli(['start'], { environment: wrong })).stderr).toMatch(
    /PLUGBOARD_FIRST_API_KEY holds something else: it must be pbk_ and 26 to 100/,
  )
})

test('SIGHUP reads the file of settings again, and says what needs a restart', async () => {
  verifies('start.reload')
  const folder = temporaryFolder()
  mkdirSync(folder)
  const file = join(folder, 'plugboard.env')
  const write = (...lines: string[]) => writeFileSync(file, lines.join('\n'))
  write('PLUGBOARD_PORT=0', 'PLUGBOARD_LOG_LEVEL=info', 'PLUGBOARD_TOOL_TIMEOUT_SECONDS=30')
  const within = { timeout: 60_000, interval: 50 }

  const { code, stderr } = await startAndStop(
    {
      PLUGBOARD_PUBLIC_URL: 'https://tools.example',
      PLUGBOARD_ROOT_KEYS: rootKeys,
      PLUGBOARD_DATA: folder,
      PLUGBOARD_ENV_FILE: file,
    },
    async ({ pid, log }) => {
      const port = /"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(log())?.[1] ?? ''
      const ask = (id: string) =>
        fetch(`http://127.0.0.1:${port}/api/v3/tools`, { headers: { 'x-request-id': id } })
      await ask('before-the-reload')
      await vi.waitFor(() => expect(log()).toContain('before-the-reload'), within)

      write('PLUGBOARD_PORT=0', 'PLUGBOARD_LOG_LEVEL=nonsense')
      process.kill(pid, 'SIGHUP')
      await vi.waitFor(() => expect(log()).toContain('stay as they were'), within)

      write(
        'PLUGBOARD_PORT=0',
        'PLUGBOARD_ACCESS_LOG_SHARE=0',
        'PLUGBOARD_EGRESS_ALLOW=10.1.0.0/16,10.2.0.0/16',
        'PLUGBOARD_TOOL_TIMEOUT_SECONDS=40',
      )
      process.kill(pid, 'SIGHUP')
      await vi.waitFor(() => expect(log()).toContain('were read again'), within)
      await ask('after-the-reload')
    },
  )
  expect(code).toBe(0)
  expect(() =>
    stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).not.toThrow()
  expect(stderr).toContain('PLUGBOARD_LOG_LEVEL')
  expect(stderr).toContain('"msg":"closing"')
  expect(stderr).toContain('"egressAllow":2,"needRestart":["PLUGBOARD_TOOL_TIMEOUT_SECONDS"]')
  expect(stderr).not.toContain('after-the-reload')
})
