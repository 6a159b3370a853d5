import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { isThorough } from '../support/thorough.ts'
import { runWarm } from './run-warm.ts'
import type { Run } from './warm-cli.ts'

type Environment = Record<string, string>

const cli = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url))

type Options = { environment?: Environment; input?: string; ownProcess?: boolean }

/**
 * Runs the real command line, without any settings of whoever runs the tests.
 *
 * In the gate each command has a process of its own. Most of what a command costs is to load it, so
 * at a desk they share one, but for those that run the service, have options for Node, or ask for
 * their own.
 */
export const runCli = async (
  args: string[],
  { environment = {}, input = '', ownProcess = isThorough }: Options = {},
): Promise<Run> => {
  const isApart = ownProcess || runsService(args) || environment['NODE_OPTIONS'] !== undefined
  const shared = isApart
    ? undefined
    : await runWarm({ args, environment: withBasics(environment), input })
  if (shared) return shared
  const child = spawnCli(args, environment)
  child.stdin.end(input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

const runsService = ([command]: string[]): boolean => command === 'dev' || command === 'start'

/**
 * Runs the command line until it shows something, and goes on: `shown` is that match, `ended` the
 * whole run, `interrupt` is Ctrl+C.
 */
export const runCliUntil = (
  args: string[],
  pattern: RegExp,
): {
  shown: Promise<RegExpExecArray>
  ended: Promise<Run>
  stdout(): string
  stderr(): string
  type(line: string): void
  interrupt(): void
} => {
  const child = spawnCli(args, {})
  onTestFinished(() => void child.kill())
  const { promise: shown, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    const match = pattern.exec(stdout)
    if (match) resolve(match)
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => void (stderr += chunk))
  const ended = (once(child, 'close') as Promise<[number | null]>).then(([code]) => {
    reject(new Error(`plugboard ${args.join(' ')} ended before it showed ${pattern}: ${stderr}`))
    return { code, stdout, stderr }
  })
  return {
    shown,
    ended,
    stdout: () => stdout,
    stderr: () => stderr,
    type: (line) => void child.stdin.write(`${line}\n`),
    interrupt: () => void child.kill('SIGINT'),
  }
}

export type Ready = {
  url: string
  apiKey: string
  userApiKey: string
  orgApiKey: string
  sample: {
    url: string
    trackerUrl: string
    calendarUrl: string
    echoUrl: string
    trackerApiKey: string
  } | null
}

export type RunningDev = Ready & {
  child: ChildProcess
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Run>
}

/**
 * Runs `plugboard dev --json` on any free port until it is ready; what is still running at the end
 * of the test is stopped.
 */
export const startDev = async (
  args: string[],
  environment: Environment = {},
  { keep = false } = {},
): Promise<RunningDev> => {
  const child = spawnCli(['dev', '--json', '--port', '0', ...args], environment)
  const stderr = text(child.stderr)
  const exit = once(child, 'exit') as Promise<[number | null]>
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  await Promise.race([once(output, 'line'), exit])
  if (lines[0] === undefined)
    throw new Error(`plugboard dev ended before it was ready: ${await stderr}`)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Run> => {
    child.kill(signal)
    const [code] = await exit
    return { code, stdout: lines.map((line) => `${line}\n`).join(''), stderr: await stderr }
  }
  if (!keep) onTestFinished(async () => void (await stop()))
  return { ...(JSON.parse(lines[0]) as Ready), child, stop }
}

/** Runs `plugboard dev` for people until it shows something, then stops it. */
export const runDevUntil = async (shown: RegExp, args: string[]): Promise<{ stdout: string }> => {
  const child = spawnCli(['dev', '--port', '0', ...args], {})
  onTestFinished(() => void child.kill())
  let stdout = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    stdout += String(chunk)
    if (shown.test(stdout)) break
  }
  child.kill()
  return { stdout }
}

const spawnCli = (args: string[], environment: Environment) =>
  spawn(process.execPath, [cli, ...args], {
    cwd: tmpdir(),
    env: withBasics(environment),
    stdio: 'pipe',
  })

const withBasics = (environment: Environment): Environment => ({
  PATH: process.env['PATH'] ?? '',
  NO_COLOR: '1',
  ...environment,
})

/** A path for a data folder that is removed at the end of the test; nothing is there yet. */
export const temporaryFolder = ({ keep = false } = {}): string => {
  const parent = mkdtempSync(join(tmpdir(), 'plugboard-cli-'))
  if (!keep) onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return join(parent, 'data')
}
