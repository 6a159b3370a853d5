import { Command, Option } from 'commander'
import type { CassetteMode } from '../../evals/index.ts'
import { collect } from '../collect.ts'
import { describeError } from '../describe-error.ts'
import { withConnection, type ConnectionOptions } from '../service-connection.ts'
import { parseCount } from './parse-count.ts'

export type RunEvalsOptions = ConnectionOptions & {
  model?: string
  baseUrl?: string
  modelKey?: string
  runners?: string
  adapter?: string[]
  trials: number
  concurrency: number
  mode: CassetteMode
  cassettes: string
  user: string
  threshold?: string[]
  baseline?: string
  prices?: string
  report?: string[]
}

/** `plugboard eval run` */
export const runEvals = (): Command =>
  withConnection(
    new Command('run')
      .argument('<files...>', 'cases: .json, .jsonl, .yaml, or .ts and .js, which are run')
      .description('Put cases to a model, score its calls, and report')
      .option('--model <name>', "a model behind an interface like OpenAI's")
      .addOption(
        new Option(
          '--base-url <address>',
          'address of that interface; default: that of OpenAI',
        ).env('OPENAI_BASE_URL'),
      )
      .addOption(new Option('--model-key <key>', 'key of that interface').env('OPENAI_API_KEY'))
      .option(
        '--runners <file>',
        'instead: a .ts or .js file that exports a list of runners, such as [aiSdk(model), langchain(other)]',
      )
      .option('--adapter <name>', 'only the runner of this name; may be repeated', collect)
      .option('--trials <number>', 'how often each case is run', parseCount, 1)
      .option('--concurrency <number>', 'how many runs may be under way at once', parseCount, 4)
      .addOption(
        new Option(
          '--mode <mode>',
          'auto replays what was recorded and records the rest, record records anew, strict only replays',
        )
          .choices(['auto', 'record', 'strict', 'off'])
          .default('auto'),
      )
      .option('--cassettes <folder>', 'where answers are recorded', 'cassettes')
      .option('--user <id>', 'whose accounts are used by tools that are named by slugs', 'evals')
      .option(
        '--threshold <name=share>',
        'what each adapter must reach, such as 0.9, pass^3=0.8, tag:write=1, arguments=0.95; may be repeated; default: every run passes',
        collect,
      )
      .option('--baseline <file>', 'an earlier report (.json) to compare with')
      .option(
        '--prices <file>',
        'what a million tokens of each model cost: .json with date, currency, source and models',
      )
      .option(
        '--report <file>',
        'write a report: .json, .xml (JUnit), .md or .html; may be repeated',
        collect,
      ),
  )
    .addHelpText(
      'after',
      '\nExits with 0 when every threshold is reached, with 1 when one is missed, and with 2 when runs could not be judged or the command could not do its work.',
    )
    .action(async (files: string[], options: RunEvalsOptions) => {
      const { runFiles } = await import('./run-files.ts')
      try {
        process.exitCode = exitCodes[await runFiles(files, options)]
      } catch (error) {
        // Exit code 1 would mean that the model failed, which is unknown here.
        console.error(describeError(error))
        process.exitCode = 2
      }
    })

const exitCodes = { passed: 0, 'below-thresholds': 1, infrastructure: 2 }
