import { readRunners, type Runner } from '../../evals/index.ts'
import { CliError } from '../cli-error.ts'
import { openModel } from './open-model.ts'
import type { RunEvalsOptions } from './run-options.ts'

/**
 * Returns the runners from the options: those of a file, or one for a model behind an
 * OpenAI-compatible API.
 */
export const openRunners = async (options: RunEvalsOptions): Promise<Runner[]> => {
  if ((options.model === undefined) === (options.runners === undefined)) {
    throw new CliError('No model or runners to evaluate', {
      suggestedFix:
        'Pass --model with a key in OPENAI_API_KEY, or --runners with a file that exports a list of runners; not both',
    })
  }
  const runners =
    options.runners === undefined
      ? [
          await openModel({
            model: options.model ?? '',
            baseUrl: options.baseUrl,
            apiKey: options.modelKey,
            mode: options.mode,
            keyHint: 'Set OPENAI_API_KEY, or choose a server that needs none with --base-url',
          }),
        ]
      : await readRunners(options.runners)
  const wanted = options.adapter
  const unknown = wanted?.filter((name) => !runners.some(({ adapter }) => adapter === name)) ?? []
  if (unknown.length > 0)
    throw new CliError(`No runner ${unknown.join(', ')}`, {
      suggestedFix: `There are ${runners.map(({ adapter }) => adapter).join(', ')}`,
    })
  return wanted ? runners.filter(({ adapter }) => wanted.includes(adapter)) : runners
}
