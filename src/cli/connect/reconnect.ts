import type { Client } from '../../client/index.ts'
import { followLink } from './follow-link.ts'
import { toLinkText } from './to-link-text.ts'

type Refreshed = Awaited<ReturnType<Client['connectedAccounts']['refresh']>>

/** Renews an account. Where that needs its user, prints a link, and waits until it was used. */
export const reconnect = async (client: Client, nanoid: string): Promise<Refreshed> => {
  const params = { nanoid }
  const { user_id, toolkit } = await client.connectedAccounts.get({ params })
  let redirectUrl: string | null = null
  const { id, status } = await followLink(client, user_id, async (confirmation) => {
    const refreshed = await client.connectedAccounts.refresh({ params, body: confirmation })
    redirectUrl = refreshed.redirect_url
    if (redirectUrl !== null)
      console.error(toLinkText(`reconnect ${toolkit.slug} for ${user_id}`, redirectUrl))
    return { id: nanoid, expiresAt: Infinity }
  })
  return { id, status, redirect_url: redirectUrl }
}
