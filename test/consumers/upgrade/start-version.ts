import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Version = {
  url: string
  /** What it has logged. */
  log(): string
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts `plugboard start` of a version, and waits until it listens. */
export const startVersion = async (
  command: readonly string[],
  settings: Record<string, string>,
): Promise<Version> => {
  const child = spawn(process.execPath, [...command, 'start'], {
    env: { PATH: process.env['PATH'] ?? '', PLUGBOARD_PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  let log = ''
  const listening = Promise.withResolvers<string>()
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk
    const url = /"url":"([^"]+)".*"listening"/.exec(log)?.[1]
    if (url !== undefined) listening.resolve(url)
  })
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    child.kill(signal)
    await exit
    return child.exitCode
  }
  const url = await Promise.race([listening.promise, exit.then(() => undefined)])
  if (url === undefined) throw new Error(`It ended before it listened:\n${log}`)
  const kill = end('SIGKILL')
  return { url, log: () => log, stop: end('SIGTERM'), kill: async () => void (await kill()) }
}
