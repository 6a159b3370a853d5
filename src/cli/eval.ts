import { Command } from 'commander'
import { captureCases } from './eval/capture.ts'
import { runEvals } from './eval/run.ts'
import { evaluateSearches } from './eval/search.ts'

/** `plugboard eval`; `plugboard eval <files>` is short for `plugboard eval run <files>`. */
export const evaluate = (): Command =>
  new Command('eval')
    .description('Evaluation: whether a model calls tools rightly')
    .addCommand(runEvals(), { isDefault: true })
    .addCommand(captureCases())
    .addCommand(evaluateSearches())
