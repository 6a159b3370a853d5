import type { LanguageModel } from 'ai'
import type { ModelSettings, Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'
import type { MastraClasses } from './mastra-classes.ts'

/**
 * Runs cases with a Mastra agent and the tools of `plugboard/mastra`. The model is a model object of
 * the AI SDK, and the package `ai` 7 is needed to record it.
 *
 * Mastra itself answers arguments that do not fit, and adapts schemas and settings to the models of
 * some providers, such as OpenAI. This is part of a recording, which then replays through Mastra
 * alone.
 *
 * @example
 * import { Agent } from '@mastra/core/agent'
 * import { createTool } from '@mastra/core/tools'
 *
 * const runner = mastra({ Agent, createTool }, createOpenAI().chat('gpt-5'))
 * const run = await runner.run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const mastra = (
  classes: MastraClasses,
  model: Exclude<LanguageModel, string>,
  settings: ModelSettings = {},
): Runner => ({
  adapter: 'mastra',
  run: (evalCase, options = {}) =>
    runCase('mastra', evalCase, options, async (run) => {
      // Loaded with the first case: users of other frameworks may not have installed it.
      const { driveMastra } = await import('./drive-mastra.ts')
      await driveMastra({ ...classes, model, settings }, run)
    }),
})
