import type { CallOptions, Client } from '../../client/index.ts'
import { toConnectionRequest, type ConnectionRequest } from './connection-request.ts'

export type AuthorizeOptions = CallOptions & {
  /** Where the browser goes when the connection is made; default: what `manage_connections` of the session says. */
  callbackUrl?: string | undefined
}

/** Asks for a link by which the user of a session connects a toolkit. */
export const authorize = async (client: Client, sessionId: string, toolkit: string, { callbackUrl, ...options }: AuthorizeOptions): Promise<ConnectionRequest> => {
  const body = { toolkit, callback_url: callbackUrl }
  const link = await client.sessions.link({ params: { session_id: sessionId }, body }, options)
  return toConnectionRequest(client, { toolkit: toolkit.toLowerCase(), redirectUrl: link.redirect_url, connectedAccountId: link.connected_account_id, expiresAt: link.expires_at })
}
