import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifies } from '../requirements.ts'
import { isThorough } from '../support/thorough.ts'
import { runCli, temporaryFolder } from './run-cli.ts'

const rootKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

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
    'PLUGBOARD_PORT must be a number',
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
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url)), 'start'],
    { env: { PATH: process.env['PATH'] ?? '', ...environment } },
  )
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

test('shows the keys of the first start, and only then', async () => {
  const environment = {
    PLUGBOARD_PUBLIC_URL: 'https://tools.example',
    PLUGBOARD_ROOT_KEYS: rootKeys,
    PLUGBOARD_DATA: temporaryFolder(),
    PLUGBOARD_PORT: '0',
  }

  const first = await startAndStop(environment)
  const second = await startAndStop(environment)

  expect(first.code).toBe(0)
  expect(first.stdout).toMatch(/cannot be shown again[^]+pbk_\w+[^]+pbu_\w+[^]+pbo_\w+/)
  expect(first.stdout).toContain('require_connection_confirmation')
  expect(first.stderr).not.toMatch(/pb[kuo]_/)
  expect(second).toMatchObject({ code: 0, stdout: '' })
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
  expect(stderr).toContain('PLUGBOARD_LOG_LEVEL')
  expect(stderr).toContain('"egressAllow":2,"needRestart":["PLUGBOARD_TOOL_TIMEOUT_SECONDS"]')
  expect(stderr).not.toContain('after-the-reload')
})
