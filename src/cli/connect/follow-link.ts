import type { Client } from '../../client/index.ts'
import { readCodes } from './read-codes.ts'
import { receiveCallback } from './receive-callback.ts'
import { waitForAccount } from './wait-for-account.ts'

/** An account that waits for its user, and until when. */
export type WaitingAccount = { id: string; expiresAt: number }

/**
 * Waits until the link that `open` makes and shows was used and confirmed.
 *
 * A browser on this machine delivers the code to this process. Elsewhere, the page shows the code,
 * to be entered here.
 */
export const followLink = async (
  client: Client,
  userId: string,
  open: (link: { callback_url: string; confirmation: 'code' }) => Promise<WaitingAccount>,
): Promise<Awaited<ReturnType<typeof waitForAccount>>> => {
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
    const { id, expiresAt } = await open({ callback_url: callback.url, confirmation: 'code' })
    account.resolve(id)
    return await waitForAccount(client, id, expiresAt, confirmed.signal)
  } finally {
    codes.close()
    callback.close()
  }
}
