import { Plugboard } from 'plugboard'
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
  await connectTracker(playground)
  return playground
}

const connectTracker = async ({
  url,
  apiKey,
  tracker,
}: Awaited<ReturnType<typeof startPlayground>>): Promise<void> => {
  const { client } = new Plugboard({ baseUrl: url, apiKey })
  const { auth_config } = await client.authConfigs.create({
    body: { toolkit: { slug: 'tracker' } },
  })
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: tracker.apiKey } },
      },
    },
  })
}
