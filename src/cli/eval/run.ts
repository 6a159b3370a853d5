import { Command, Option } from 'commander'
import { collect } from '../collect.ts'
import { describeError } from '../describe-error.ts'
import { withConnection } from '../service-connection.ts'
import { parseCount } from './parse-count.ts'
import type { RunEvalsOptions } from './run-options.ts'
import { withEvaluators } from './with-evaluators.ts'

/** `plugboard eval run` */
export const runEvals = (): Command =>
  withEvaluators(
    withConnection(
      new Command('run')
        .argument('<files...>', 'case files: .json, .jsonl, .yaml, or .ts and .js modules')
        .description('Run cases with a model, score its calls, and report')
        .option('--model <name>', 'model behind an OpenAI-compatible API')
        .addOption(
          new Option('--base-url <address>', 'base URL of that API; default: OpenAI').env(
            'OPENAI_BASE_URL',
          ),
        )
        .addOption(new Option('--model-key <key>', 'key of that API').env('OPENAI_API_KEY'))
        .option(
          '--runners <file>',
          'instead of --model: a .ts or .js file that exports a list of runners, such as [aiSdk(model), langchain(other)]',
        )
        .option('--adapter <name>', 'only the runner with this name; may be repeated', collect)
        .option('--trials <number>', 'number of runs per case', parseCount, 1)
        .option('--concurrency <number>', 'maximum number of concurrent runs', parseCount, 4)
        .addOption(
          new Option(
            '--mode <mode>',
            'auto replays recorded answers and records missing ones, record records everything again, strict only replays, off does neither',
          )
            .choices(['auto', 'record', 'strict', 'off'])
            .default('auto'),
        )
        .option('--cassettes <folder>', 'folder for recorded answers', 'cassettes')
        .option(
          '--user <id>',
          'user whose accounts are used for tools that cases name by slug',
          'evals',
        )
        .option(
          '--threshold <name=share>',
          'threshold for each adapter, such as 0.9, pass^3=0.8, tag:write=1, arguments=0.95; may be repeated; default: every run passes',
          collect,
        )
        .option('--baseline <file>', 'earlier report (.json) to compare with')
        .option(
          '--prices <file>',
          'prices per million tokens of each model: .json with date, currency, source and models',
        )
        .option(
          '--report <file>',
          'write a report: .json, .xml (JUnit), .md or .html; may be repeated',
          collect,
        ),
    ),
  )
    .addHelpText(
      'after',
      '\nExits with 0 when every threshold is reached, with 1 when one is missed, and with 2 when runs could not be scored or the command failed.',
    )
    .action(async (files: string[], options: RunEvalsOptions) => {
      const { runFiles } = await import('./run-files.ts')
      try {
        await runFiles(files, options)
      } catch (error) {
        // Exit code 1 would mean that the model failed, which is unknown here.
        console.error(describeError(error))
        process.exitCode = 2
      }
    })
