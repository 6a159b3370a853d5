import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Command, Run } from './warm-cli.ts'

const program = fileURLToPath(new URL('warm-cli.ts', import.meta.url))

let warm: ChildProcess | undefined
let isBusy = false

/**
 * Runs a command in a process that has loaded the command line before; undefined while it runs
 * another.
 */
export const runWarm = async (command: Command): Promise<Run | undefined> => {
  if (isBusy) return undefined
  isBusy = true
  const ended = new AbortController()
  const { signal } = ended
  try {
    const child = (warm ??= start())
    const answer = once(child, 'message', { signal }) as Promise<[Run]>
    const exit = once(child, 'exit', { signal }).then(() => {
      throw new Error(`plugboard ${command.args.join(' ')} ended the process of all commands`)
    })
    child.send(command)
    return (await Promise.race([answer, exit]))[0]
  } finally {
    ended.abort()
    isBusy = false
  }
}

/** It ends with this process. */
const start = (): ChildProcess => {
  const child = fork(program, {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', NO_COLOR: '1' },
    execArgv: [],
  })
  child.once('exit', () => (warm = undefined))
  child.unref()
  child.channel?.unref()
  return child
}
