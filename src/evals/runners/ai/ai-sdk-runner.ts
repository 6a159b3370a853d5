import type { LanguageModel } from 'ai'
import type { ModelSettings, Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'

/**
 * Runs cases with the Vercel AI SDK (`ai` 7) and the tools of `plugboard/ai`. Pass a provider's
 * model object, not only its name.
 *
 * @example
 * const run = await aiSdk(createOpenAI().chat('gpt-5')).run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const aiSdk = (
  model: Exclude<LanguageModel, string>,
  settings: ModelSettings = {},
): Runner => ({
  adapter: 'ai',
  run: (evalCase, options = {}) =>
    runCase('ai', evalCase, options, async (run) => {
      // Loaded with the first case: users of other frameworks may not have installed it.
      const { driveAiSdk } = await import('./drive-ai-sdk.ts')
      await driveAiSdk({ model, settings }, run)
    }),
})
