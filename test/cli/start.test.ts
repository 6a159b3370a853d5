import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
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
