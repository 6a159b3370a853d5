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
 * Starts a process for one run: no environment, no descriptor but the one we talk over, and by
 * Node's own permissions no writing, no further processes, and nothing to read but its own code and
 * packages.
 *
 * The permissions are a further wall, not the first: whoever runs code of Node's in there could
 * start a thread without them.
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
  // Others come first: what models compute waits for a free processor.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return { child, channel: child.stdio[3] as Duplex }
}

/** The folders of packages in which Node looks for one, from a folder up. */
const whereLookedFor = (folder: string): string[] => {
  const here = join(folder, 'node_modules')
  return [
    ...(existsSync(here) ? [here] : []),
    ...(dirname(folder) === folder ? [] : whereLookedFor(dirname(folder))),
  ]
}

/** The outermost folder of packages, since a package may lie beside those that it needs. */
const packagesOf = (file: string): string => {
  const name = `${sep}node_modules${sep}`
  const at = file.indexOf(name)
  return at === -1 ? dirname(file) : file.slice(0, at + name.length - 1)
}
