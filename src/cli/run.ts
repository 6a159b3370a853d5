import { createProgram } from './create-program.ts'
import { describeError } from './describe-error.ts'

/** Runs the requested command. Errors are printed as text, and the process exits with 1. */
export const run = async (argv: string[]): Promise<void> => {
  try {
    await createProgram().parseAsync(argv)
  } catch (error) {
    console.error(describeError(error))
    // A service that failed during startup may keep handles open.
    process.exit(1)
  }
}
