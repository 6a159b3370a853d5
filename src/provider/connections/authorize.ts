import type { CallOptions, Client } from '../../client/index.ts'
import type { LinkConfirmation, SessionConfig } from '../../contract/index.ts'
import { chooseConfirmation } from './choose-confirmation.ts'
import { toConnectionRequest, type ConnectionRequest } from './connection-request.ts'

export type AuthorizeOptions = CallOptions & {
  /**
   * URL that the browser is redirected to once the account is connected; default: the
   * `callback_url` in `manage_connections` of the session.
   */
  callbackUrl?: string | undefined
  /**
   * How your application verifies that the link was used by the intended user: by the request to
   * its callback (`callback`), or by a code that the page shows (`code`). Default: `callback` if
   * there is a callback URL, otherwise `code`. Null: as configured for the session or project.
   */
  confirmation?: LinkConfirmation | null | undefined
}

/** Creates a link with which the user of a session connects a toolkit. */
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
