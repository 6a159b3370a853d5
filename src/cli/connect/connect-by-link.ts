import type { Client } from '../../client/index.ts'
import type { Connection } from './connect-by-values.ts'
import type { AuthConfig } from './open-auth-config.ts'
import { readCodes } from './read-codes.ts'
import { receiveCallback } from './receive-callback.ts'
import { toConnectedText } from './to-connected-text.ts'
import { waitForAccount } from './wait-for-account.ts'

/** Whether the user has to approve on the provider's pages. */
export const isConnectedByLink = ({ auth_scheme }: AuthConfig): boolean =>
  ['OAUTH2', 'OAUTH1', 'DCR_OAUTH'].includes(auth_scheme)

/**
 * Prints a link for the user, and waits until it was used and confirmed.
 *
 * A browser on this machine delivers the code to this process. Elsewhere, the page shows the code,
 * to be entered here.
 */
export const connectByLink = async (
  client: Client,
  { toolkit, authConfig, userId }: Connection,
  options: { timeout?: number; json: boolean },
): Promise<void> => {
  const account = Promise.withResolvers<string>()
  const confirmed = new AbortController()
  const onConfirmed = () => confirmed.abort()
  const confirm = async (code: string): Promise<void> => {
    await client.connectedAccounts.confirm({
      params: { nanoid: await account.promise },
      body: { code, user_id: userId },
    })
  }
  const callback = await receiveCallback(confirm, onConfirmed)
  const codes = readCodes(confirm, onConfirmed)
  try {
    const link = await client.connectedAccounts.link({
      body: {
        auth_config_id: authConfig.id,
        user_id: userId,
        callback_url: callback.url,
        confirmation: 'code',
      },
    })
    const about = { id: link.connected_account_id, auth_config_id: authConfig.id }
    account.resolve(about.id)
    console.log(
      options.json
        ? JSON.stringify({
            ...about,
            status: 'INITIATED',
            redirect_url: link.redirect_url,
            expires_at: link.expires_at,
          })
        : `Open this address to connect ${toolkit} for ${userId}:\n  ${link.redirect_url}`,
    )
    if (!options.json && process.stdin.isTTY)
      console.log(
        'Waiting for the browser. If it is on another device, type in the code that its page shows at the end, and press Enter.',
      )
    const deadline = Math.min(
      Date.parse(link.expires_at),
      options.timeout === undefined ? Infinity : Date.now() + options.timeout * 1000,
    )
    const connected = await waitForAccount(client, about.id, deadline, confirmed.signal)
    const { status, identity, verification } = connected
    console.log(
      options.json
        ? JSON.stringify({ ...about, status, identity, verification })
        : toConnectedText(connected, { toolkit, userId, authConfigId: authConfig.id }),
    )
  } finally {
    codes.close()
    callback.close()
  }
}
