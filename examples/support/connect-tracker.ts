import type { Plugboard } from 'plugboard'

/** Connects the user `ada` to the sample issue tracker. */
export const connectTracker = async (
  client: Plugboard['client'],
  trackerApiKey: string,
): Promise<void> => {
  const { auth_config } = await client.authConfigs.create({
    body: { toolkit: { slug: 'tracker' } },
  })
  await client.connectedAccounts.create({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: 'ada',
        state: { authScheme: 'API_KEY', val: { generic_api_key: trackerApiKey } },
      },
    },
  })
}
