import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, extname, join, sep } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(
  new URL(`./sandbox-process${extname(import.meta.filename)}`, import.meta.url),
)

/**
 * Starts a process for one run: no environment, one file descriptor for messages, and under Node's
 * permission model no writes, no child processes, and reads only of its code and packages.
 *
 * The permission model is defense in depth: code that escapes into Node could start a thread
 * without it.
 */
export const startProcess = (
  interpreter: string,
  totalMs: number,
): { child: ChildProcess; channel: Duplex } => {
  const readable = [
    dirname(entry),
    ...whereLookedFor(dirname(entry)),
    packagesOf(fileURLToPath(interpreter)),
  ]
  const permissions = [
    '--permission',
    '--allow-worker',
    ...readable.map((folder) => `--allow-fs-read=${folder}`),
  ]
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--max-old-space-size=256', ...permissions, entry, String(totalMs)],
    {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  // A low priority: code of models must not slow down the service.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return { child, channel: child.stdio[3] as Duplex }
}

/** The `node_modules` folders that Node searches, from a folder up. */
const whereLookedFor = (folder: string): string[] => {
  const here = join(folder, 'node_modules')
  return [
    ...(existsSync(here) ? [here] : []),
    ...(dirname(folder) === folder ? [] : whereLookedFor(dirname(folder))),
  ]
}

/** The outermost `node_modules`, since dependencies may be hoisted. */
const packagesOf = (file: string): string => {
  const name = `${sep}node_modules${sep}`
  const at = file.indexOf(name)
  return at === -1 ? dirname(file) : file.slice(0, at + name.length - 1)
}
