import { CliError } from './cli-error.ts'
import { prompt } from './prompt.ts'

/** Asks before something is destroyed. Without a terminal, `--yes` has to answer. */
export const confirmLoss = async (question: string, isConfirmed = false): Promise<void> => {
  if (isConfirmed) return
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new CliError('Nothing was done, because nobody could be asked', {
      errors: [question],
      suggestedFix: 'Pass --yes to do it without asking',
    })
  const nothing = 'Nothing was done'
  const isWanted = await prompt(
    ({ confirm }) => confirm({ message: question, initialValue: false, output: process.stderr }),
    nothing,
  )
  if (!isWanted) throw new CliError(nothing)
}
