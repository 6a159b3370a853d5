import {
  judgeCriteria,
  modelJudge,
  type Cassettes,
  type Runner,
  type SuiteOptions,
} from '../../evals/index.ts'
import { CliError } from '../cli-error.ts'
import { openModel } from './open-model.ts'
import type { RunEvalsOptions } from './run-options.ts'

/** Returns the judge and the simulated user from the options; what they answer is recorded too. */
export const openEvaluators = async (
  options: RunEvalsOptions,
  cassettes: Cassettes,
): Promise<Pick<SuiteOptions, 'judge' | 'simulator'>> => {
  const { judge, simulator, criterion } = options
  if (criterion && judge === undefined)
    throw new CliError('There is no judge to answer the criteria', {
      suggestedFix: 'Pass --judge with the name of a model',
    })
  const criteria = criterion && parseCriteria(criterion)
  return {
    ...(judge !== undefined && {
      judge: modelJudge(await openEvaluator(options, judge), { criteria, cassettes }),
    }),
    ...(simulator !== undefined && { simulator: await openEvaluator(options, simulator) }),
  }
}

const openEvaluator = (
  { evaluatorBaseUrl, evaluatorKey, baseUrl, modelKey, mode }: RunEvalsOptions,
  model: string,
): Promise<Runner> => {
  if (
    mode !== 'strict' &&
    evaluatorKey !== undefined &&
    evaluatorBaseUrl === undefined &&
    baseUrl !== undefined
  )
    throw new CliError(
      `It is not known whether the key of --evaluator-key or EVALUATOR_API_KEY is for ${baseUrl}`,
      {
        suggestedFix:
          'Pass --evaluator-base-url with the address of the API that the key is for, or unset the key to use that of --model',
      },
    )
  return openModel({
    model,
    mode,
    // Without an address of its own, an evaluator's key can only be for the default API.
    ...(evaluatorBaseUrl === undefined
      ? { baseUrl, apiKey: evaluatorKey ?? modelKey }
      : { baseUrl: evaluatorBaseUrl, apiKey: evaluatorKey }),
    keyHint:
      'Set EVALUATOR_API_KEY or OPENAI_API_KEY, or choose a server with --evaluator-base-url',
  })
}

/** Parses names of built-in criteria, and own ones such as `polite=Is it polite?`. */
export const parseCriteria = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=')
      const name = (at === -1 ? text : text.slice(0, at)).trim()
      const question = at === -1 ? builtIn.get(name) : text.slice(at + 1).trim()
      if (name === '' || !question)
        throw new CliError(`"${text}" is not a criterion`, {
          suggestedFix: `Use ${[...builtIn.keys()].join(', ')}, or name=question such as "polite=Is the assistant polite?"`,
        })
      return [name, question]
    }),
  )

const builtIn = new Map<string, string>(Object.entries(judgeCriteria))
