import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'

/**
 * Runs cases with a chat model of LangChain and the tools of `plugboard/langchain`. Its settings
 * are those it was made with.
 *
 * @example
 * const run = await langchain(new ChatOpenAI({ model: 'gpt-5' })).run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const langchain = (model: BaseChatModel): Runner => ({
  adapter: 'langchain',
  run: (evalCase, options = {}) =>
    runCase('langchain', evalCase, options, async (run) => {
      // Loaded with the first case: whoever uses another framework may not have this one.
      const { driveLangchain } = await import('./drive-langchain.ts')
      await driveLangchain(model, run)
    }),
})
