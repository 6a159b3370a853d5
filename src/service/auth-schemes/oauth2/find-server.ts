import type { AuthorizationServer } from 'oauth4webapi'
import { providerAddress } from '../provider-address.ts'
import { GrantError, type GrantContext } from '../scheme.ts'
import { askServer, loadProtocol } from './ask-server.ts'
import { publicMessage } from '../../platform/public-error.ts'

export type Server = AuthorizationServer & {
  authorization_endpoint: string
  token_endpoint: string
}

/**
 * The provider's addresses: those that the toolkit names, and for the others what the issuer
 * publishes about itself (RFC 8414).
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
 * The server that users are about to be sent to. Where the toolkit names all addresses, its issuer
 * is still queried: only the metadata says whether an answer must name the issuer (RFC 9207),
 * and whether requests are pushed (RFC 9126).
 */
export const findServerForUsers = async (
  context: GrantContext,
  needed: Parameters<typeof findServer>[1],
): Promise<AuthorizationServer> => {
  const server = await findServer(context, needed)
  if (server.issuer === unknownIssuer || server[fromMetadata]) return server
  const published = await discover(context, server.issuer).catch((error: unknown) => {
    // The addresses are known, and many providers publish nothing.
    if (error instanceof GrantError) return {}
    throw error
  })
  return { ...published, ...server }
}

/** Stands where a toolkit names no issuer; no provider has this one. */
export const unknownIssuer = 'urn:plugboard:unknown-issuer'

/** Marks a server whose metadata was read; no field of it has this name. */
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
      'where users agree (authorizationUrl)',
    ),
    ...named('token_endpoint', oauth.tokenUrl, 'where tokens are given (tokenUrl)'),
    ...named(
      'revocation_endpoint',
      oauth.revocationUrl,
      'where tokens are revoked (revocationUrl)',
    ),
    ...named(
      'registration_endpoint',
      oauth.registrationUrl,
      'where clients register (registrationUrl)',
    ),
  }
}

/** Compared letter by letter, so it must not gain the slash that a parsed address has. */
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

/** As an authorization server publishes it, else as an OpenID provider does. */
const discover = async (context: GrantContext, issuer: string): Promise<AuthorizationServer> => {
  const protocol = await loadProtocol()
  const url = new URL(issuer)
  const problems: string[] = []
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    try {
      const { status, text } = await askServer(protocol, context, (sending) =>
        protocol.discoveryRequest(url, { algorithm, ...sending }),
      )
      const published = await protocol.processDiscoveryResponse(
        url,
        new Response(text === '' ? null : text, {
          status,
          headers: { 'content-type': 'application/json' },
        }),
      )
      return refuseInsecure(issuer, published)
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
 * What is published decides where secrets go, so it is held to the same rules as an address of the
 * toolkit, and never leads from https to http.
 */
const refuseInsecure = (issuer: string, published: AuthorizationServer): AuthorizationServer => {
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
