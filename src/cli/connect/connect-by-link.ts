import type { Client } from '../../client/index.ts'
import type { Connection } from './connect-by-values.ts'
import { followLink } from './follow-link.ts'
import type { AuthConfig } from './open-auth-config.ts'
import { toConnectedText } from './to-connected-text.ts'
import { toLinkText } from './to-link-text.ts'

/** Whether the user has to approve on the provider's pages. */
export const isConnectedByLink = ({ auth_scheme }: AuthConfig): boolean =>
  ['OAUTH2', 'OAUTH1', 'DCR_OAUTH'].includes(auth_scheme)

/** Prints a link for the user, and waits until it was used and confirmed. */
export const connectByLink = async (
  client: Client,
  { toolkit, authConfig, userId }: Connection,
  options: { timeout?: number; json: boolean },
): Promise<void> => {
  const connected = await followLink(client, userId, async (confirmation) => {
    const link = await client.connectedAccounts.link({
      body: { auth_config_id: authConfig.id, user_id: userId, ...confirmation },
    })
    const { connected_account_id: id, redirect_url, expires_at } = link
    console.log(
      options.json
        ? JSON.stringify({
            id,
            auth_config_id: authConfig.id,
            status: 'INITIATED',
            redirect_url,
            expires_at,
          })
        : toLinkText(`connect ${toolkit} for ${userId}`, redirect_url),
    )
    const patience = options.timeout === undefined ? Infinity : Date.now() + options.timeout * 1000
    return { id, expiresAt: Math.min(Date.parse(expires_at), patience) }
  })
  const { id, status, identity, verification } = connected
  console.log(
    options.json
      ? JSON.stringify({ id, auth_config_id: authConfig.id, status, identity, verification })
      : toConnectedText(connected, { toolkit, userId, authConfigId: authConfig.id }),
  )
}
