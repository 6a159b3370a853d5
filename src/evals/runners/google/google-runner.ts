import type { GoogleGenAI } from '@google/genai'
import type { ModelSettings, Runner } from '../runner.ts'
import { runCase } from '../run-case.ts'

/**
 * Runs cases with the Google GenAI client and the tools of `plugboard/google`.
 *
 * @example
 * const run = await google(new GoogleGenAI({}), 'gemini-3.8-flash').run(evalCase, { cassettes: openCassettes({ folder: 'recordings' }) })
 */
export const google = (
  client: Pick<GoogleGenAI, 'models'>,
  model: string,
  settings: ModelSettings = {},
): Runner => ({
  adapter: 'google',
  run: (evalCase, options = {}) =>
    runCase('google', evalCase, options, async (run) => {
      // Loaded with the first case: users of other frameworks may not have installed it.
      const { driveGoogle } = await import('./drive-google.ts')
      await driveGoogle({ client, model, settings }, run)
    }),
})
