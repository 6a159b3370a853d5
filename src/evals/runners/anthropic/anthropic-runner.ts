import type Anthropic from '@anthropic-ai/sdk'
import type { ModelSettings, Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'

/**
 * Runs cases with the tool runner of the Anthropic client and the tools of `plugboard/anthropic`.
 * Without `maxOutputTokens`, answers have at most 4096 tokens. `seed` has no effect.
 *
 * @example
 * const run = await anthropic(new Anthropic(), 'claude-opus-5').run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const anthropic = (
  client: Anthropic,
  model: string,
  settings: ModelSettings = {},
): Runner => ({
  adapter: 'anthropic',
  run: (evalCase, options = {}) =>
    runCase('anthropic', evalCase, options, async (run) => {
      // Loaded with the first case: users of other frameworks may not have installed it.
      const { driveAnthropic } = await import('./drive-anthropic.ts')
      await driveAnthropic({ client, model, settings }, run)
    }),
})
