import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

export type Playground = AsyncDisposable & {
  url: string
  apiKey: string
  tracker: { url: string; apiKey: string }
}

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

/**
 * Runs `plugboard dev --sample` in a child process with a temporary folder, until it is disposed of
 * or this process ends.
 */
export const startPlayground = async (): Promise<Playground> => {
  const folder = await mkdtemp(join(tmpdir(), 'plugboard-example-'))
  const child = spawn(
    process.execPath,
    [cli, 'dev', '--sample', '--json', '--port', '0', '--data', folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: withoutSettings(process.env),
    },
  )
  const cleanUp = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', cleanUp)
  const stop = () => process.exit(1)
  process.once('SIGINT', stop).once('SIGTERM', stop)

  const { url, apiKey, sample } = await readReady(child, child.stdout)
  return {
    url,
    apiKey,
    tracker: { url: sample.trackerUrl, apiKey: sample.trackerApiKey },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      process.off('exit', cleanUp).off('SIGINT', stop).off('SIGTERM', stop)
      cleanUp()
    },
  }
}

/** Settings of a real service must not reach this one. */
const withoutSettings = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => name !== 'DATABASE_URL' && !name.startsWith('PLUGBOARD_'),
    ),
  )

type Ready = { url: string; apiKey: string; sample: { trackerUrl: string; trackerApiKey: string } }

const readReady = async (child: ChildProcess, output: Readable): Promise<Ready> => {
  for await (const line of createInterface({ input: output })) return JSON.parse(line) as Ready
  throw new Error(
    `plugboard dev ended with ${child.exitCode ?? child.signalCode} before it was ready`,
  )
}
