import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A child that serves something and said so. */
export type ServerProcess<Ready> = {
  pid: number
  /** The first line it printed. */
  ready: Ready
  /** From the spawn to that line. */
  readyMs: number
  /** Sends a message and waits for the answer: for children with a channel. */
  ask(message: string): Promise<unknown>
  stop(): Promise<void>
}

export type ProcessOptions = {
  cwd?: string
  environment?: Record<string, string | undefined>
  channel?: boolean
}

/** Only ends what hangs: a busy machine takes a minute. */
const patienceMs = 300_000

/** Starts a Node process that prints one line of JSON when it is ready. */
export const startProcess = async <Ready>(
  argv: string[],
  { cwd, environment = {}, channel = false }: ProcessOptions = {},
): Promise<ServerProcess<Ready>> => {
  const started = performance.now()
  const child = spawn(process.execPath, argv, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', ...(channel ? ['ipc' as const] : [])],
  })
  const exited = once(child, 'exit')
  // Whoever stops the benchmark stops what it started.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  let complaints = ''
  child.stderr?.on(
    'data',
    (chunk: Buffer) => void (complaints = (complaints + chunk.toString()).slice(-4000)),
  )
  const lines = createInterface({ input: child.stdout ?? process.stdin })
  const first = once(lines, 'line', { signal: AbortSignal.timeout(patienceMs) })
  const ended = exited.then((): never => {
    throw new Error(`${argv.join(' ')} ended:\n${complaints}`)
  })
  // That it ends after it was stopped is no failure.
  ended.catch(() => {})
  const [line] = await Promise.race([first, ended])
  return {
    pid: child.pid ?? 0,
    ready: JSON.parse(String(line)) as Ready,
    readyMs: performance.now() - started,
    ask: async (message) => {
      const answer = once(child, 'message')
      child.send(message)
      const [value] = await Promise.race([answer, ended])
      return value
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const impatience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await exited
      clearTimeout(impatience)
    },
  }
}
