import type { AuthorizationServer } from 'oauth4webapi'
import { GrantError, type GrantContext } from '../scheme.ts'
import type { Application } from './application.ts'
import { loadProtocol } from './ask-server.ts'
import { extraParameters } from './extra-parameters.ts'
import { pushAuthorization } from './push-authorization.ts'
import { rememberServer } from './remembered-server.ts'
import { scopeText } from './scope-text.ts'

type Begun = { url: string; pending: { server: object; code_verifier?: string } }

/**
 * The address where the user agrees (RFC 6749, 4.1.1), and the secret half of the code challenge
 * (RFC 7636).
 */
export const beginAuthorization = async (
  context: GrantContext,
  {
    server,
    application,
    callbackUrl,
    state,
  }: { server: AuthorizationServer; application: Application; callbackUrl: string; state: string },
): Promise<Begun> => {
  const {
    definition: { oauth = {} },
    client,
  } = context
  if (server.authorization_endpoint === undefined)
    throw new GrantError(
      'misconfigured',
      'The toolkit names no address where users agree (authorizationUrl)',
    )
  const protocol = await loadProtocol()
  const verifier = oauth.pkce === false ? undefined : protocol.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint)
  const scope =
    scopeText(client['scopes'], oauth.scopeSeparator) ??
    scopeText(oauth.defaultScopes, oauth.scopeSeparator)
  const userScope =
    oauth.userScopeParameter === undefined
      ? undefined
      : scopeText(client['user_scopes'], oauth.scopeSeparator)
  const parameters = [
    ...extraParameters(oauth.authorizationParameters),
    ...(userScope === undefined ? [] : [[oauth.userScopeParameter ?? '', userScope] as const]),
    ...(scope === undefined ? [] : [['scope', scope] as const]),
    ['response_type', 'code'] as const,
    ['client_id', application.id] as const,
    ['redirect_uri', callbackUrl] as const,
    ['state', state] as const,
    ...(verifier === undefined
      ? []
      : [
          ['code_challenge', await protocol.calculatePKCECodeChallenge(verifier)] as const,
          ['code_challenge_method', 'S256'] as const,
        ]),
  ]
  const asked = new URLSearchParams()
  for (const [name, value] of parameters) asked.set(name, value)
  const isPushed = server.pushed_authorization_request_endpoint !== undefined
  const shown = isPushed
    ? Object.entries(await pushAuthorization(context, { server, application, parameters: asked }))
    : asked
  for (const [name, value] of shown) url.searchParams.set(name, value)
  return {
    url: url.href,
    pending: {
      server: rememberServer(server),
      ...(verifier !== undefined && { code_verifier: verifier }),
    },
  }
}
