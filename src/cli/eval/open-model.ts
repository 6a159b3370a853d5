import { openaiEndpoint, type CassetteMode, type Runner } from '../../evals/index.ts'
import { CliError } from '../cli-error.ts'

type ModelChoice = {
  model: string
  baseUrl: string | undefined
  apiKey: string | undefined
  mode: CassetteMode
  /** What to set if there is no key. */
  keyHint: string
}

/** Returns a runner for a model behind an OpenAI-compatible API. */
export const openModel = async ({
  model,
  baseUrl,
  apiKey,
  mode,
  keyHint,
}: ModelChoice): Promise<Runner> => {
  if (apiKey === undefined && baseUrl === undefined && mode !== 'strict')
    throw new CliError(`No key for the model ${model}`, { suggestedFix: keyHint })
  try {
    return await openaiEndpoint({ baseUrl, apiKey, model })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'))
      throw cause
    throw new CliError('The package openai is not installed', {
      suggestedFix: 'npm install openai',
      cause,
    })
  }
}
