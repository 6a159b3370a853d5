import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { describeError } from './describe-error.ts'
import { newProgram, withSettings } from './new-program.ts'
import { resolveWords } from './resolve-words.ts'
import { toTyped } from './to-typed.ts'

/** Runs the requested command. Errors are printed as text, and the process exits with their code. */
export const run = async (argv: string[]): Promise<void> => {
  try {
    const words = argv.slice(2)
    if (ofOperator.has(words[0] ?? '')) await addSettings()
    const program = await createFor(words)
    await program.parseAsync(resolveWords(program, words), { from: 'user' })
  } catch (error) {
    const { toCommands } = await import('./to-commands.ts')
    const text = await toCommands(describeError(error))
    console.error(toTyped(text, process.env))
    process.exitCode = error instanceof CliError ? error.exitCode : 1
    await writeOut(process.stdout)
    await writeOut(process.stderr)
    // A service that failed during startup may keep handles open.
    process.exit()
  }
}

/** Waits until a pipe has taken what was printed: at the end of the process the rest is lost. */
const writeOut = (output: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => void output.write('', () => resolve()))

/** Those that start a service: they define no other command, which would be a tenth of a start. */
const starts = new Map<string, () => Promise<Command>>(
  Object.entries({
    dev: async () => (await import('./dev.ts')).dev(),
    start: async () => (await import('./start.ts')).start(),
  }),
)

/** Commands about a service, with its settings: also those that lie in the file of its unit. */
const ofOperator = new Set(['admin', 'keys'])

const addSettings = async (): Promise<void> => {
  if (!process.env['PLUGBOARD_ENV_FILE']) return
  const { readEnvironment } = await import('./read-environment.ts')
  Object.assign(process.env, readEnvironment(process.env))
}

const createFor = async ([word = '']: readonly string[]): Promise<Command> => {
  const command = await starts.get(word)?.()
  if (command) return withSettings(newProgram().addCommand(command))
  return (await import('./create-program.ts')).createProgram()
}
