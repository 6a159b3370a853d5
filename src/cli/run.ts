import { createProgram } from './create-program.ts'
import { CliError } from './cli-error.ts'
import { describeError } from './describe-error.ts'
import { resolveWords } from './resolve-words.ts'
import { toCommands } from './to-commands.ts'
import { toTyped } from './to-typed.ts'

/** Runs the requested command. Errors are printed as text, and the process exits with their code. */
export const run = async (argv: string[]): Promise<void> => {
  try {
    const program = createProgram()
    await program.parseAsync(resolveWords(program, argv.slice(2)), { from: 'user' })
  } catch (error) {
    const text = await toCommands(describeError(error))
    console.error(toTyped(text, process.env))
    // A service that failed during startup may keep handles open.
    process.exit(error instanceof CliError ? error.exitCode : 1)
  }
}
