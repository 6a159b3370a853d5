import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Listening = AsyncDisposable & { secret: string }

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

/** Runs `plugboard listen --forward-to` in a child process, like in a second terminal. */
export const startListening = async (
  service: { url: string; apiKey: string },
  forwardTo: string,
): Promise<Listening> => {
  const child = spawn(
    process.execPath,
    [cli, 'listen', '--json', '--url', service.url, '--forward-to', forwardTo],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PLUGBOARD_API_KEY: service.apiKey },
    },
  )
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  return {
    secret: (JSON.parse(line) as { secret: string }).secret,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
    },
  }
}
