import type { AuthorizationServer } from 'oauth4webapi'
import { GrantError, textOf, type GrantContext } from '../scheme.ts'
import { refusal } from '../token-answer.ts'
import { toClient, toProof, type Application } from './application.ts'
import { askServer, loadProtocol } from './ask-server.ts'

/**
 * Gives the server the parameters of an authorization without the user's browser (RFC 9126);
 * answers what stands for them there.
 */
export const pushAuthorization = async (
  context: GrantContext,
  {
    server,
    application,
    parameters,
  }: { server: AuthorizationServer; application: Application; parameters: URLSearchParams },
): Promise<{ client_id: string; request_uri: string }> => {
  const protocol = await loadProtocol()
  const answer = await askServer(protocol, context, (sending) =>
    protocol.pushedAuthorizationRequest(
      server,
      toClient(application),
      toProof(application, context.now),
      parameters,
      sending,
    ),
  )
  if (answer.status >= 300)
    throw refusal(
      'misconfigured',
      'The provider refused to begin: check the client, its secret or key, its redirect URI and scopes',
      answer,
    )
  const request_uri = textOf(answer.fields, 'request_uri')
  if (request_uri === undefined)
    throw new GrantError(
      'unavailable',
      "The provider's answer holds no request_uri: try again later",
    )
  return { client_id: application.id, request_uri }
}
