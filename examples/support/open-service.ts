import { Plugboard } from 'plugboard'
import { connectTracker } from './connect-tracker.ts'
import { isCheck } from './is-check.ts'
import { startPlayground } from './start-playground.ts'

/** The service that a bot uses; `tracker` only if it is the sample's. */
export type ExampleService = AsyncDisposable & {
  url: string
  apiKey: string
  tracker?: { url: string; apiKey: string }
}

/**
 * The service at PLUGBOARD_BASE_URL with PLUGBOARD_API_KEY; otherwise a temporary one with the
 * sample issue tracker, where the user `ada` has connected an account.
 */
export const openService = async (): Promise<ExampleService> => {
  const url = process.env['PLUGBOARD_BASE_URL']
  const apiKey = process.env['PLUGBOARD_API_KEY']
  if (url && apiKey && !isCheck()) return { url, apiKey, [Symbol.asyncDispose]: async () => {} }
  const playground = await startPlayground()
  const { client } = new Plugboard({ baseUrl: playground.url, apiKey: playground.apiKey })
  await connectTracker(client, playground.tracker.apiKey)
  return playground
}
