import type { CallOptions, Client } from '../../client/index.ts'
import type { LinkConfirmation, SessionConfig } from '../../contract/index.ts'
import { chooseConfirmation } from './choose-confirmation.ts'
import { toConnectionRequest, type ConnectionRequest } from './connection-request.ts'

export type AuthorizeOptions = CallOptions & {
  /**
   * Where the browser goes when the connection is made; default: what `manage_connections` of the
   * session says.
   */
  callbackUrl?: string | undefined
  /**
   * How your application learns that its own user went through the link: by the request to its
   * callback, or by a code that the page shows. Default: `callback` where there is a callback
   * address, else `code`. Null: as the session or the project says.
   */
  confirmation?: LinkConfirmation | null | undefined
}

/** Asks for a link by which the user of a session connects a toolkit. */
export const authorize = async (
  client: Client,
  { id, config }: { id: string; config: SessionConfig },
  toolkit: string,
  { callbackUrl, confirmation: chosen, ...options }: AuthorizeOptions,
): Promise<ConnectionRequest> => {
  const confirmation = chooseConfirmation(
    chosen,
    callbackUrl ?? config.manage_connections.callback_url,
  )
  const body = { toolkit, callback_url: callbackUrl, confirmation: confirmation ?? undefined }
  const link = await client.sessions.link({ params: { session_id: id }, body }, options)
  return toConnectionRequest(client, {
    toolkit: toolkit.toLowerCase(),
    redirectUrl: link.redirect_url,
    connectedAccountId: link.connected_account_id,
    expiresAt: link.expires_at,
    confirmation,
  })
}
