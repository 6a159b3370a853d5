import type { AuthorizationServer } from 'oauth4webapi'
import { GrantError, type GrantContext } from '../scheme.ts'
import { loadProtocol } from './ask-server.ts'
import { extraParameters } from './extra-parameters.ts'
import { scopeText } from './scope-text.ts'

type Begun = { url: string; pending: { code_verifier?: string } }

/** The address where the user agrees (RFC 6749, 4.1.1), and the secret half of the code challenge (RFC 7636). */
export const beginAuthorization = async (
  { definition: { oauth = {} }, client }: GrantContext,
  { server, clientId, callbackUrl, state }: { server: AuthorizationServer; clientId: string; callbackUrl: string; state: string },
): Promise<Begun> => {
  if (server.authorization_endpoint === undefined) throw new GrantError('misconfigured', 'The toolkit names no address where users agree (authorizationUrl)')
  const protocol = await loadProtocol()
  const verifier = oauth.pkce === false ? undefined : protocol.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint)
  const scope = scopeText(client['scopes'], oauth.scopeSeparator) ?? scopeText(oauth.defaultScopes, oauth.scopeSeparator)
  const userScope = oauth.userScopeParameter === undefined ? undefined : scopeText(client['user_scopes'], oauth.scopeSeparator)
  const parameters = [
    ...extraParameters(oauth.authorizationParameters),
    ...(userScope === undefined ? [] : [[oauth.userScopeParameter ?? '', userScope] as const]),
    ...(scope === undefined ? [] : [['scope', scope] as const]),
    ['response_type', 'code'] as const,
    ['client_id', clientId] as const,
    ['redirect_uri', callbackUrl] as const,
    ['state', state] as const,
    ...(verifier === undefined ? [] : [['code_challenge', await protocol.calculatePKCECodeChallenge(verifier)] as const, ['code_challenge_method', 'S256'] as const]),
  ]
  for (const [name, value] of parameters) url.searchParams.set(name, value)
  return { url: url.href, pending: verifier === undefined ? {} : { code_verifier: verifier } }
}
