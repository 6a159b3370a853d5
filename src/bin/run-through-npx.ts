import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'

type MissingServer = {
  version: string
  otherVersion: string | null
  args: readonly string[]
  /** The user has already agreed (`--yes`). */
  isConfirmed: boolean
}

/** The part of the process that is used to ask the user. */
type Terminal = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
}

/**
 * Runs the missing package through npx if the user agrees; otherwise explains how to install it.
 * Returns the exit code.
 */
export const runThroughNpx = async (
  { version, otherVersion, args, isConfirmed }: MissingServer,
  terminal: Terminal,
): Promise<number> => {
  const wanted = `plugboard-server@${version}`
  const missing =
    otherVersion === null
      ? `The commands of plugboard are in the package plugboard-server, which is not installed`
      : `plugboard ${version} needs plugboard-server ${version}, and ${otherVersion} is installed`
  if (isConfirmed || (await asks(`${missing}. Run ${wanted} through npx? (Y/n) `, terminal))) {
    const code = await runNpx(wanted, args)
    if (code !== null) return code
  }
  terminal.stderr.write(
    `${missing}: run \`npm install --save-dev ${wanted}\`, or add --yes to run it through npx\n`,
  )
  return 1
}

const asks = async (question: string, { stdin, stderr }: Terminal): Promise<boolean> => {
  if (stdin.isTTY !== true || stderr.isTTY !== true) return false
  const prompt = createInterface({ input: stdin, output: stderr })
  // Ctrl+C and the end of the input close the prompt without an answer.
  const isClosed = once(prompt, 'close').then(() => 'no')
  const answer = await Promise.race([prompt.question(question), isClosed])
  prompt.close()
  return /^\s*(y(es)?)?\s*$/i.test(answer)
}

/** Returns the exit code; null if npx is not available. Arguments are not parsed by a shell. */
const runNpx = (wanted: string, args: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const [program, ...before] = npx()
    const child = spawn(
      program,
      [...before, '--yes', `--package=${wanted}`, '--', 'plugboard-server', ...args],
      { stdio: 'inherit' },
    )
    // The terminal sends Ctrl+C to both processes; the child decides when to exit.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => signal !== 'SIGINT' && child.kill(signal))
    child.once('error', () => resolve(null))
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })

/** On Windows, npx is a shell script, so its program is started with this Node. */
const npx = (): [string, ...string[]] =>
  process.platform === 'win32'
    ? [
        process.execPath,
        join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npx-cli.js'),
      ]
    : ['npx']
