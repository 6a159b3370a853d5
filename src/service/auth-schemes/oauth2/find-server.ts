import type { AuthorizationServer } from 'oauth4webapi'
import type { OutboundSend } from '../../platform/outbound/index.ts'
import type { OAuthDefinition } from '../definition.ts'
import { providerAddress } from '../provider-address.ts'
import { GrantError, type GrantContext } from '../scheme.ts'
import { sendToServer, loadProtocol } from './send-to-server.ts'
import { publicMessage } from '../../platform/public-error.ts'

/**
 * The provider's addresses: those of the toolkit, and for missing ones those in the issuer's
 * metadata (RFC 8414).
 */
export const findServer = async (
  context: GrantContext,
  needed: readonly ('authorization_endpoint' | 'token_endpoint' | 'registration_endpoint')[],
): Promise<AuthorizationServer> => {
  const named = namedServer(context)
  const isComplete = needed.every((endpoint) => named[endpoint] !== undefined)
  if (isComplete || context.definition.oauth?.issuer === undefined) return named
  return {
    ...(await discover(context, named.issuer)),
    ...withoutIssuer(named),
    [fromMetadata]: true,
  }
}

/**
 * Reads the metadata of a toolkit's issuer: its addresses and scopes. Throws a `GrantError` if it
 * publishes no usable metadata.
 */
export const discoverIssuer = async (
  send: OutboundSend,
  issuer: string,
  now: Date,
): Promise<OAuthDefinition> => {
  const definition: GrantContext['definition'] = {
    mode: 'OAUTH2',
    name: 'issuer',
    authConfigFields: [],
    accountFields: [],
    oauth: { issuer },
  }
  const server = await discover({ definition, client: {}, values: {}, send, now }, issuer)
  return {
    // With or without a trailing slash, as the provider writes it.
    issuer: server.issuer,
    ...(server.authorization_endpoint !== undefined && {
      authorizationUrl: server.authorization_endpoint,
    }),
    ...(server.token_endpoint !== undefined && { tokenUrl: server.token_endpoint }),
    ...(server.revocation_endpoint !== undefined && {
      revocationUrl: server.revocation_endpoint,
    }),
    scopes: Object.fromEntries(
      (server.scopes_supported ?? []).slice(0, scopesAtMost).map((scope) => [scope, '']),
    ),
  }
}

const scopesAtMost = 1_000

/**
 * The server that users are about to be sent to. Even if the toolkit has all addresses, its issuer
 * is queried: only the metadata says whether an answer must contain the issuer (RFC 9207), and
 * whether requests are pushed (RFC 9126).
 */
export const findServerForUsers = async (
  context: GrantContext,
  needed: Parameters<typeof findServer>[1],
): Promise<AuthorizationServer> => {
  const server = await findServer(context, needed)
  if (server.issuer === unknownIssuer || server[fromMetadata]) return server
  const published = await discover(context, server.issuer).catch((error: unknown) => {
    // The addresses are known, and many providers publish no metadata.
    if (error instanceof GrantError) return {}
    throw error
  })
  return { ...published, ...server }
}

/** Used if a toolkit has no issuer; no provider has this one. */
export const unknownIssuer = 'urn:plugboard:unknown-issuer'

/** Marks a server whose metadata was read; no metadata field has this name. */
const fromMetadata = 'x-plugboard-from-metadata'

const namedServer = (context: GrantContext): AuthorizationServer => {
  const { oauth = {} } = context.definition
  const named = (name: string, template: string | undefined, purpose: string) =>
    template === undefined ? {} : { [name]: providerAddress(context, template, purpose) }
  return {
    issuer: issuerOf(context),
    ...named(
      'authorization_endpoint',
      oauth.authorizationUrl,
      'for authorization (authorizationUrl)',
    ),
    ...named('token_endpoint', oauth.tokenUrl, 'for token requests (tokenUrl)'),
    ...named('revocation_endpoint', oauth.revocationUrl, 'for revocation (revocationUrl)'),
    ...named(
      'registration_endpoint',
      oauth.registrationUrl,
      'for client registration (registrationUrl)',
    ),
  }
}

/** Issuers are compared exactly, so it must not gain the trailing slash of a parsed address. */
const issuerOf = (context: GrantContext): string => {
  const { issuer } = context.definition.oauth ?? {}
  if (issuer === undefined) return unknownIssuer
  const address = providerAddress(context, issuer, 'of the issuer (issuer)')
  if (!issuer.includes('{')) return issuer
  return issuer.endsWith('/') ? address : address.replace(/\/$/, '')
}

const withoutIssuer = ({
  issuer: _published,
  ...addresses
}: AuthorizationServer): Partial<AuthorizationServer> => addresses

/** As published by an authorization server, otherwise as by an OpenID provider. */
const discover = async (context: GrantContext, issuer: string): Promise<AuthorizationServer> => {
  const protocol = await loadProtocol()
  const url = new URL(issuer)
  const problems: string[] = []
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    try {
      const { status, text } = await sendToServer(protocol, context, (sending) =>
        protocol.discoveryRequest(url, { algorithm, ...sending }),
      )
      const published = await protocol.processDiscoveryResponse(
        url,
        new Response(text === '' ? null : text, {
          status,
          headers: { 'content-type': 'application/json' },
        }),
      )
      return rejectInsecure(issuer, published)
    } catch (error) {
      if (error instanceof GrantError && error.kind === 'unavailable') throw error
      problems.push(publicMessage(error, 'the answer is unreadable'))
    }
  }
  throw new GrantError(
    'misconfigured',
    `${url.host} does not publish its OAuth addresses: ${[...new Set(problems)].join('; ')}`,
  )
}

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'registration_endpoint',
  'pushed_authorization_request_endpoint',
] as const

/**
 * Metadata decides where secrets are sent, so the same rules apply as to addresses of the toolkit,
 * and it must not downgrade from https to http.
 */
const rejectInsecure = (issuer: string, published: AuthorizationServer): AuthorizationServer => {
  for (const endpoint of endpoints) {
    const address = published[endpoint]
    if (address === undefined) continue
    const url = typeof address === 'string' ? URL.parse(address) : null
    const isSecure =
      url?.protocol === 'https:' || (url?.protocol === 'http:' && issuer.startsWith('http:'))
    if (!url || !isSecure || url.username !== '' || url.password !== '')
      throw new GrantError(
        'misconfigured',
        `${new URL(issuer).host} publishes a ${endpoint} that cannot be used`,
      )
  }
  return published
}
