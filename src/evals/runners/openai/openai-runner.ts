import type { OpenAI } from 'openai'
import type { ModelSettings, Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'

/**
 * Runs cases with the OpenAI client, using Chat Completions and the tools of `plugboard/openai`.
 *
 * @example
 * const run = await openai(new OpenAI(), 'gpt-5').run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const openai = (client: OpenAI, model: string, settings: ModelSettings = {}): Runner => ({
  adapter: 'openai',
  run: (evalCase, options = {}) =>
    runCase('openai', evalCase, options, async (run) => {
      // Loaded with the first case: users of other frameworks may not have installed it.
      const { driveOpenai } = await import('./drive-openai.ts')
      await driveOpenai({ client, model, settings }, run)
    }),
})
