import { Readable } from 'node:stream'
import { run } from '../../src/cli/run.ts'

export type Command = { args: string[]; environment: Record<string, string>; input: string }
export type Run = { code: number | null; stdout: string; stderr: string }

const exit = process.exit.bind(process)
process.on('disconnect', () => exit())
process.on('message', (command: Command) => {
  void runCommand(command).then((result) => process.send?.(result))
})

/** What the command has written; what it still writes after its end is nobody's. */
let output = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr'] as const)
  process[name].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    const written = rest.at(-1)
    if (typeof written === 'function') written()
    return true
  }

/** Runs a command as `src/cli/index.ts` does, with what a process of its own would have. */
const runCommand = ({ args, environment, input }: Command): Promise<Run> =>
  new Promise((resolve, reject) => {
    const written = { stdout: '', stderr: '' }
    output = written
    process.env = { ...environment }
    process.exitCode = undefined
    Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
    process.exit = (code = process.exitCode ?? 0) => {
      resolve({ code: Number(code), ...written })
      // Whoever exits expects that nothing of it goes on.
      throw new Error('The command ended')
    }
    run([process.execPath, 'plugboard', ...args]).then(
      () => resolve({ code: Number(process.exitCode ?? 0), ...written }),
      reject,
    )
  })
