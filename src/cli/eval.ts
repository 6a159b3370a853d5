import { Command } from 'commander'
import { captureCases } from './eval/capture.ts'
import { runEvals } from './eval/run.ts'
import { evaluateSearches } from './eval/search.ts'

/** `plugboard eval`; `plugboard eval <files>` is short for `plugboard eval run <files>`. */
export const evaluate = (): Command =>
  new Command('eval')
    .description('Evaluate whether a model calls tools correctly')
    .addCommand(runEvals())
    .addCommand(captureCases())
    .addCommand(evaluateSearches())
    // Exit code 1 of `run` would mean that the model failed; a wrong option says nothing of it.
    .hook('preSubcommand', (_, command) => {
      if (command.name() === 'run')
        command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    })
