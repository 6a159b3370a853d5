import { createProgram } from './create-program.ts'
import { describeError } from './describe-error.ts'

/**
 * Runs the command that the arguments name; what goes wrong is told in words, and the process exits
 * with 1.
 */
export const run = async (argv: string[]): Promise<void> => {
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    console.error(describeError(error))
    // A service that failed half way through its start may hold things open.
    process.exit(1)
  }
}
