import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export type ServiceNode = {
  url: string
  pid: number
  /** The keys that an empty database gets, and what it has shown. */
  stdout(): string
  /** Asks it to end (SIGTERM), and waits until it has; the exit code. */
  stop(): Promise<number | null>
  /** Ends it without a warning. */
  kill(): Promise<void>
}

const ownCli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

/** What is not a terminal is shown no keys. */
const keys = ['pbk', 'pbu', 'pbo']
  .map((kind) => `${kind}_${'0123456789abcdefghijklmnopq'}`)
  .join(',')

const rootKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`

/**
 * Runs `plugboard start` in a process of its own until it listens; killed at the end of the test.
 * `cli`: other sources than these.
 */
export const startNode = async (
  environment: Record<string, string>,
  cli = ownCli,
): Promise<ServiceNode> => {
  const settings = {
    PLUGBOARD_PUBLIC_URL: 'https://tools.example',
    PLUGBOARD_ROOT_KEYS: rootKeys,
    PLUGBOARD_PORT: '0',
    PLUGBOARD_LOG_LEVEL: 'info',
    // As other sources than these know it.
    ...(cli === ownCli && { PLUGBOARD_FIRST_API_KEY: keys }),
    ...environment,
  }
  const child = spawn(process.execPath, [cli, 'start'], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', ...settings },
  })
  const exit = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
    return child.exitCode
  }
  onTestFinished(kill)
  const shown = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown.stdout += chunk))
  const listening = Promise.withResolvers<string>()
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    shown.stderr += chunk
    const url = /"url":"([^"]+)".*"listening"/.exec(shown.stderr)?.[1]
    if (url !== undefined) listening.resolve(url)
  })
  const url = await Promise.race([listening.promise, exit.then(() => undefined)])
  if (url === undefined)
    throw new Error(`plugboard start ended before it listened: ${shown.stderr}`)
  return {
    url,
    pid: child.pid ?? 0,
    stdout: () => `${settings.PLUGBOARD_FIRST_API_KEY ?? ''}\n${shown.stdout}`,
    stop,
    kill,
  }
}
