import { Option, type Command } from 'commander'
import { collect } from '../collect.ts'

/** Adds the options of the models that judge runs and play users. */
export const withEvaluators = (command: Command): Command =>
  command
    .optionsGroup('Judge and simulated user:')
    .option(
      '--judge <name>',
      'model that also judges each run, by yes-or-no criteria; its answers are recorded like others',
    )
    .option(
      '--criterion <name>',
      'for the judge: goal, faithful or honest, or name=question; may be repeated; default: these three',
      collect,
    )
    .option(
      '--simulator <name>',
      'model that plays the users of cases with user.goal; default: the evaluated model',
    )
    .option(
      '--evaluator-base-url <address>',
      'base URL of the API of --judge and --simulator; default: that of --model',
    )
    .addOption(
      new Option(
        '--evaluator-key <key>',
        'key of that API; next to --base-url, only with --evaluator-base-url',
      ).env('EVALUATOR_API_KEY'),
    )
