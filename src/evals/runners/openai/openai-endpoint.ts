import type { ModelSettings, Runner } from '../runner.ts'
import { openai } from './openai-runner.ts'

/**
 * Runs cases with a model behind an OpenAI-compatible API. The key is optional, because local
 * servers need none.
 *
 * @example
 * const runner = await openaiEndpoint({ baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3' })
 */
export const openaiEndpoint = async (
  {
    baseUrl,
    apiKey = 'none',
    model,
  }: { baseUrl?: string | undefined; apiKey?: string | undefined; model: string },
  settings: ModelSettings = {},
): Promise<Runner> => {
  const { OpenAI } = await import('openai')
  return openai(
    new OpenAI({ apiKey, ...(baseUrl !== undefined && { baseURL: baseUrl }) }),
    model,
    settings,
  )
}
