import type { AuthorizationServer, Client, UserInfoResponse } from 'oauth4webapi'
import type { Outbound } from '../platform/outbound/index.ts'
import { isAllowed, verifiedEmail, type Claims } from './is-allowed.ts'
import type { ConsoleSignIn } from './read-settings.ts'

/** What is kept in the browser between its way to the provider and back. */
export type Attempt = { state: string; nonce: string; verifier: string; to: string }

const timeoutMs = 15_000
const maximumBytes = 1024 * 1024

/** The OpenID provider of the console: authorization code with PKCE, state and nonce. */
export const createProvider = (
  settings: ConsoleSignIn,
  { outbound, redirectUri }: { outbound: Pick<Outbound, 'send'>; redirectUri: () => string },
) => {
  const client: Client = { client_id: settings.clientId }

  const open = async () => {
    // Loaded when somebody signs in, so that services start without it.
    const protocol = await import('oauth4webapi')
    const sending = {
      // The outbound rules decide which hosts may be called, and whether with http.
      [protocol.allowInsecureRequests]: true as const,
      [protocol.customFetch]: toFetch(outbound),
    }
    const issuer = new URL(settings.issuer)
    const server = await protocol.processDiscoveryResponse(
      issuer,
      await protocol.discoveryRequest(issuer, { ...sending, algorithm: 'oidc' }),
    )
    return { protocol, sending, server }
  }

  return {
    /** The address to which the browser is sent. */
    begin: async (to: string): Promise<{ url: string; attempt: Attempt }> => {
      const { protocol, server } = await open()
      const attempt = {
        state: protocol.generateRandomState(),
        nonce: protocol.generateRandomNonce(),
        verifier: protocol.generateRandomCodeVerifier(),
        to,
      }
      const url = new URL(server.authorization_endpoint ?? '')
      for (const [name, value] of Object.entries({
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await protocol.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      }))
        url.searchParams.set(name, value)
      return { url: url.href, attempt }
    },

    /** The person that the provider names in its answer; undefined for one who may not sign in. */
    finish: async (answer: URL, attempt: Attempt) => {
      const opened = await open()
      const { protocol, sending, server } = opened
      const parameters = protocol.validateAuthResponse(server, client, answer, attempt.state)
      const authentication =
        settings.clientSecret === undefined
          ? protocol.None()
          : authenticationOf(protocol, server, settings.clientSecret)
      const tokens = await protocol.processAuthorizationCodeResponse(
        server,
        client,
        await protocol.authorizationCodeGrantRequest(
          server,
          client,
          authentication,
          parameters,
          redirectUri(),
          attempt.verifier,
          sending,
        ),
        { expectedNonce: attempt.nonce, requireIdToken: true },
      )
      const identity = protocol.getValidatedIdTokenClaims(tokens)
      if (!identity) throw new Error('The provider sent no ID token')
      const claims: Claims = {
        ...(await readUserInfo(opened, client, tokens.access_token, identity.sub)),
        ...identity,
      }
      return isAllowed(claims, settings)
        ? toPerson(settings.issuer, identity.sub, claims)
        : undefined
    },
  }
}

type Opened = {
  protocol: typeof import('oauth4webapi')
  sending: Parameters<typeof import('oauth4webapi').userInfoRequest>[3]
  server: AuthorizationServer
}

/** Many providers name the e-mail address only there. */
const readUserInfo = async (
  { protocol, sending, server }: Opened,
  client: Client,
  token: string,
  subject: string,
): Promise<UserInfoResponse | undefined> =>
  server.userinfo_endpoint === undefined
    ? undefined
    : protocol.processUserInfoResponse(
        server,
        client,
        subject,
        await protocol.userInfoRequest(server, client, token, sending),
      )

const authenticationOf = (
  protocol: Opened['protocol'],
  server: AuthorizationServer,
  secret: string,
) => {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_basic')
    ? protocol.ClientSecretBasic(secret)
    : protocol.ClientSecretPost(secret)
}

const toPerson = (issuer: string, subject: string, claims: Claims) => {
  const email = verifiedEmail(claims) ?? null
  const name = claims['name']
  return {
    id: `${issuer} ${subject}`.slice(0, 500),
    name: typeof name === 'string' && name.trim() !== '' ? name.slice(0, 100) : (email ?? 'Owner'),
    email,
  }
}

const toFetch =
  (outbound: Pick<Outbound, 'send'>) =>
  async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const answer = await outbound.send({
      egress: { purpose: 'oauth', projectId: null },
      url,
      method,
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeoutMs,
      maxResponseBytes: maximumBytes,
      maxRedirects: 0,
    })
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: answer.headers,
    })
  }
