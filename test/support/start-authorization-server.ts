import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Context } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { createMemoryAdapter } from './authorization-server/memory-adapter.ts'
import { visit, type Visit } from './authorization-server/visit.ts'

/**
 * A client that the server knows from the start; what it leaves out is as RFC 7591 says, with
 * codes, refresh tokens and client credentials allowed.
 */
export type RegisteredClient = {
  client_id: string
  client_secret?: string
  redirect_uris?: string[]
  [metadata: string]: unknown
}

export type AuthorizationServerOptions = {
  clients?: RegisteredClient[]
  /** Of clients that name none themselves. */
  redirectUris?: string[]
  /** Default 3600. */
  accessTokenSeconds?: number
  /** Default true: a refresh token is good for one use; a second use ends the whole grant. */
  rotate?: boolean
  /** Dynamic registration (RFC 7591); default true. */
  registration?: boolean
  /**
   * Client id metadata documents by their address; the server says that it takes them when there
   * are any.
   */
  documents?: Record<string, unknown>
  /** Takes any resource that a token is asked for (RFC 8707); without it none. */
  resources?: boolean
  /** Takes pushed authorization requests (RFC 9126), and says so. */
  pushed?: boolean
  /** What it says of each user besides `sub`, by scopes `email` and `profile` from its userinfo. */
  userClaims?: Record<string, unknown>
  /** How long the token endpoint takes to answer. */
  tokenDelayMs?: number
  /** Default: a free one. */
  port?: number
  /** Close it yourself instead of at the end of the test: for `beforeAll`. */
  keep?: boolean
}

/** A request that the server has answered. */
type AnsweredRequest = {
  method: string
  path: string
  headers: Context['request']['headers']
  form: Record<string, unknown>
  status: number
  answer: unknown
}

export type AuthorizationServer = {
  /** Also the issuer. */
  url: string
  issuer: string
  /** `host:port`, as the egress list names it. */
  host: string
  authorizationUrl: string
  tokenUrl: string
  revocationUrl: string
  registrationUrl: string
  /** In the order of their answers. */
  received: AnsweredRequest[]
  /** Those to the token endpoint. */
  tokenRequests(): AnsweredRequest[]
  /**
   * Is the user in a browser: signs in and agrees, or not; gives the address to which the user is
   * sent back.
   */
  authorize(url: string | URL, options?: Visit): Promise<URL>
  close(): Promise<void>
}

/**
 * A real authorization server (oidc-provider) on loopback: PKCE, `iss`, rotation that punishes
 * reuse, registration, client credentials, revocation.
 *
 * It has the scopes `openid`, `offline_access`, `read` and `write`, and refuses an authorization
 * that asks for none.
 */
export const startAuthorizationServer = async (
  options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> => {
  const server = createServer()
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve),
  )
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  const received: AnsweredRequest[] = []
  const provider = new Provider(url, configure(options))
  provider.use(async (context, next) => {
    if (context.path === '/token' && options.tokenDelayMs !== undefined)
      await new Promise((resolve) => setTimeout(resolve, options.tokenDelayMs))
    await next()
    const { method, path, status, body, request, oidc } = context
    received.push({
      method,
      path,
      headers: request.headers,
      form: { ...oidc?.body },
      status,
      answer: body,
    })
  })
  server.on('request', provider.callback())
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  if (!options.keep) onTestFinished(close)
  return {
    url,
    issuer: url,
    host,
    authorizationUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    revocationUrl: `${url}/token/revocation`,
    registrationUrl: `${url}/reg`,
    received,
    tokenRequests: () => received.filter(({ path }) => path === '/token'),
    authorize: (address, how) => visit(url, address, how),
    close,
  }
}

const configure = ({
  clients = [],
  redirectUris = [],
  accessTokenSeconds = 3600,
  rotate = true,
  registration = true,
  documents,
  resources = false,
  pushed = false,
  userClaims,
}: AuthorizationServerOptions) => ({
  clients: clients.map((client) => ({
    redirect_uris: redirectUris,
    grant_types: [
      'authorization_code',
      'refresh_token',
      ...(client.client_secret === undefined ? [] : ['client_credentials']),
    ],
    ...(client.client_secret === undefined && { token_endpoint_auth_method: 'none' }),
    ...client,
  })),
  adapter: createMemoryAdapter(),
  jwks: { keys: [signingKey()] },
  findAccount: (_context: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, ...userClaims }),
  }),
  scopes: [
    'openid',
    'offline_access',
    'read',
    'write',
    ...(userClaims ? ['email', 'profile'] : []),
  ],
  ...(userClaims && {
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
  }),
  cookies: { keys: ['a key for the cookies of a test'] },
  features: {
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    pushedAuthorizationRequests: { enabled: pushed },
    registration: { enabled: registration },
    revocation: {
      enabled: true,
      allowedPolicy: (
        _context: unknown,
        client: { clientId: string },
        token: { clientId: string },
      ) => token.clientId === client.clientId,
    },
    ...(resources && {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async () => ({ scope: 'read write', accessTokenFormat: 'opaque' }),
        useGrantedResource: async () => true,
      },
    }),
    ...(documents && { clientIdMetadataDocument: { enabled: true, ack: 'draft-02' } }),
  },
  ...(documents && {
    fetch: async (address: string | URL) =>
      Object.hasOwn(documents, String(address))
        ? Response.json(documents[String(address)])
        : new Response(null, { status: 404 }),
  }),
  issueRefreshToken: async (
    _context: unknown,
    client: { grantTypeAllowed(name: string): boolean },
  ) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: rotate,
  ttl: {
    AccessToken: accessTokenSeconds,
    ClientCredentials: accessTokenSeconds,
    AuthorizationCode: 60,
    Grant: 86_400,
    IdToken: 3600,
    Interaction: 600,
    RefreshToken: 86_400,
    Session: 86_400,
  },
})

/** One for all servers of a test file: it takes a while to make. */
const signingKey = () =>
  (key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }))
let key: object | undefined
