import type { Client } from '../../../src/client/index.ts'
import { credentialFor } from '../start-recorder.ts'

/** Connects an account for each worker, whose credential tells its requests from the others'. */
export const connectWorkers = async (
  client: Client,
  toolkit: string,
  workers: number,
): Promise<void> => {
  const {
    auth_config: { id, auth_scheme: authScheme },
  } = await client.authConfigs.create({ body: { toolkit: { slug: toolkit } } })
  const field = authScheme === 'BEARER_TOKEN' ? 'token' : 'generic_api_key'
  for (let worker = 0; worker < workers; worker += 1) {
    const state = { authScheme, val: { [field]: credentialFor(worker) } }
    await client.connectedAccounts.create({
      body: { auth_config: { id }, connection: { user_id: userOf(worker), state } },
    })
  }
}

export const userOf = (worker: number): string => `worker-${worker}`
