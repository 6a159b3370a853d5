import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'

/**
 * Runs cases with a LangChain chat model and the tools of `plugboard/langchain`. The model keeps
 * the settings that it was created with.
 *
 * @example
 * const run = await langchain(new ChatOpenAI({ model: 'gpt-5' })).run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const langchain = (model: BaseChatModel): Runner => ({
  adapter: 'langchain',
  run: (evalCase, options = {}) =>
    runCase('langchain', evalCase, options, async (run) => {
      // Loaded with the first case: users of other frameworks may not have installed it.
      const { driveLangchain } = await import('./drive-langchain.ts')
      await driveLangchain(model, run)
    }),
})
