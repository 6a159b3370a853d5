import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createRootKey } from '../../../src/service/platform/secrets/index.ts'

export const cli = fileURLToPath(new URL('../../../src/cli/index.ts', import.meta.url))
export const rootKeys = `1:${createRootKey()}`

const firstApiKey = `pbk_${randomBytes(20).toString('hex')}`

export const environmentOf = (settings: Record<string, string>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  PLUGBOARD_ROOT_KEYS: rootKeys,
  PLUGBOARD_PUBLIC_URL: 'https://tools.example',
  PLUGBOARD_PORT: '0',
  PLUGBOARD_ACCESS_LOG_SHARE: '0',
  // What is not a terminal is shown no keys.
  PLUGBOARD_FIRST_API_KEY: firstApiKey,
  ...settings,
})

export type Started = {
  url: string
  pid: number
  /** From the spawn until it listened. */
  startMs: number
  /** The keys of the first start. */
  shown: () => string
  stop(): Promise<void>
}

/** Runs `plugboard start` from the sources until it listens. */
export const startService = async (settings: Record<string, string>): Promise<Started> => {
  const began = performance.now()
  const child = spawn(process.execPath, [cli, 'start'], { env: environmentOf(settings) })
  process.once('exit', () => child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part))
  const listening = Promise.withResolvers<string>()
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr = (stderr + part).slice(-20_000)
    const url = /"url":"([^"]+)".*"listening"/.exec(stderr)?.[1]
    if (url !== undefined) listening.resolve(url)
  })
  const url = await Promise.race([listening.promise, exit.then(() => undefined)])
  if (url === undefined) throw new Error(`plugboard start ended:\n${stderr}`)
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    shown: () => `${firstApiKey}\n${stdout}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exit
    },
  }
}
