import type { McpConnection } from '../../platform/mcp-client/index.ts'
import { OutboundError } from '../../platform/outbound/index.ts'
import {
  findScheme,
  type AuthSchemeDefinition,
  type OAuthDefinition,
} from '../../auth-schemes/index.ts'

const timeoutMs = 10_000
const maximumBytes = 64 * 1024

/**
 * Discovers how the users of an MCP server sign in, as the protocol's authorization defines: its
 * response to an unauthenticated request leads to its metadata (RFC 9728), and that to its
 * authorization server, where this service registers as a client.
 *
 * Throws an `OutboundError` when the allow list blocks the metadata: only the operator can change
 * that.
 */
export const discoverAuth = async (
  { url, send, signal }: Pick<McpConnection, 'url' | 'send' | 'signal'>,
  challenge: string | undefined,
): Promise<AuthSchemeDefinition | undefined> => {
  const {
    discoverOAuthProtectedResourceMetadata,
    extractWWWAuthenticateParams,
    checkResourceAllowed,
  } = await import('@modelcontextprotocol/client')
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(
    new Response(null, {
      headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
    }),
  )
  let refusal: OutboundError | undefined
  // No credentials are sent here: it may be another server.
  const fetch = async (address: string | URL): Promise<Response> => {
    const answer = await send({
      url: String(address),
      method: 'GET',
      headers: { accept: 'application/json' },
      maxRedirects: 0,
      timeoutMs,
      maxResponseBytes: maximumBytes,
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (error instanceof OutboundError && error.kind === 'blocked') refusal ??= error
      throw error
    })
    return new Response(Buffer.from(answer.body), {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? 'text/plain' },
    })
  }
  const described = await discoverOAuthProtectedResourceMetadata(
    url,
    { ...(resourceMetadataUrl && { resourceMetadataUrl }) },
    fetch,
  ).catch(() => undefined)
  if (!described && refusal) throw refusal
  const issuer = described?.authorization_servers?.[0]
  if (!described || issuer === undefined || !isAddress(issuer)) return undefined
  // Otherwise an attacker could have tokens for another server sent to theirs.
  if (!checkResourceAllowed({ requestedResource: url, configuredResource: described.resource }))
    return undefined
  const supported = (described.scopes_supported ?? []).filter(isScope).slice(0, 100)
  const asked = scope?.split(' ').filter(isScope).slice(0, 100) ?? supported
  const oauth: OAuthDefinition = {
    issuer,
    scopes: Object.fromEntries(supported.map((name) => [name, ''])),
    ...(asked.length > 0 && { defaultScopes: asked }),
    // RFC 8707: a token for this server, and for no other server of the same authorization server.
    authorizationParameters: { resource: described.resource },
    tokenParameters: { resource: described.resource },
  }
  const parts = findScheme('DCR_OAUTH')?.define({ oauth })
  return parts && { mode: 'DCR_OAUTH', name: 'oauth', ...parts }
}

/** RFC 6749, 3.3. */
const isScope = (text: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(text)

const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !/[{}]/.test(text)
  )
}
