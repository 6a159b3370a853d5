import type { Client } from '../../client/index.ts'
import type { Connection } from './connect-by-values.ts'
import type { AuthConfig } from './open-auth-config.ts'
import { showWaiting } from './show-waiting.ts'
import { waitForAccount } from './wait-for-account.ts'

/** Whether the user has to agree on pages of the provider. */
export const isConnectedByLink = ({ auth_scheme }: AuthConfig): boolean => ['OAUTH2', 'OAUTH1', 'DCR_OAUTH'].includes(auth_scheme)

/** Prints a link for the user, and waits until it was used. */
export const connectByLink = async (client: Client, { toolkit, authConfig, userId }: Connection, options: { timeout?: number; json: boolean }): Promise<void> => {
  const link = await client.connectedAccounts.link({ body: { auth_config_id: authConfig.id, user_id: userId } })
  const about = { id: link.connected_account_id, auth_config_id: authConfig.id }
  console.log(options.json ? JSON.stringify({ ...about, status: 'INITIATED', redirect_url: link.redirect_url, expires_at: link.expires_at }) : `Open this address to connect ${toolkit} for ${userId}:\n  ${link.redirect_url}`)
  const waiting = await showWaiting(`Waiting for ${userId}`, options)
  const deadline = Math.min(Date.parse(link.expires_at), options.timeout === undefined ? Infinity : Date.now() + options.timeout * 1000)
  await waitForAccount(client, about.id, deadline).finally(waiting.end)
  console.log(options.json ? JSON.stringify({ ...about, status: 'ACTIVE' }) : `Connected ${toolkit} for ${userId}: ${about.id} (ACTIVE), under the auth config ${authConfig.id}`)
}
