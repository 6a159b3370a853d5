import dns from 'node:dns'
import { toBlockedError } from './to-blocked-error.ts'
import { carriesCredential } from './carries-credential.ts'
import { createAddressRules, publicRange, type AddressRules } from './create-address-rules.ts'
import type { Agents } from './create-agents.ts'
import { decodeBody } from './decode-body.ts'
import { exchange, toMemoryError, type Hop, type RawResponse, type SizeLimits } from './exchange.ts'
import type { Resolve } from './guarded-lookup.ts'
import { ForbiddenAddress } from './forbidden-address.ts'
import { nextHop } from './next-hop.ts'
import { OutboundError } from './outbound-error.ts'
import type { Outbound, OutboundProxy, OutboundRequest, OutboundResponse } from './outbound.ts'
import { checkLiteral, parseTarget } from './parse-target.ts'
import { portOf } from './port-of.ts'
import { requestHeaders } from './request-headers.ts'
import { resolveChecked } from './resolve-checked.ts'
import { startDeadline } from './start-deadline.ts'

export type OutboundOptions = {
  /** Allowed addresses that are not public, each entry as `parseAllowEntry` reads it. */
  allow: string[]
  userAgent?: string
  /** Default 10,000. */
  connectTimeoutMs?: number
  /** Sockets to one origin at a time; further calls wait. Default 256. */
  maxConnectionsPerOrigin?: number
  /** An additional certificate authority (PEM) to trust. */
  ca?: string
  /** The proxy of the operator, through which public addresses are reached; others directly. */
  proxy?: OutboundProxy
  /** Instead of `dns.lookup`, for tests. */
  resolve?: Resolve
}

/**
 * Creates the client for every outgoing request. It connects to public addresses and those of the
 * allow list only, checks each address when connecting and after every redirect, and limits time
 * and size.
 *
 * @example
 * const outbound = createOutbound({ allow: ['localhost:4000', 'file@10.20.0.0/16'] })
 * const egress = { purpose: 'tool', projectId: 'pr_1a2b', toolkit: 'shop' } as const
 * const { status, body } = await outbound.send({ egress, method: 'GET', url: 'http://localhost:4000/items', timeoutMs: 5_000 })
 */
export const createOutbound = (
  options: OutboundOptions,
): Outbound & {
  /** Replaces the allow list for requests that begin from now on. */
  allowOnly(allow: readonly string[]): void
} => {
  let generation = 0
  let rulesFor = createAddressRules(options.allow)
  const {
    userAgent,
    connectTimeoutMs = 10_000,
    maxConnectionsPerOrigin = 256,
    resolve,
    ca,
    proxy,
  } = options
  let loading: Promise<Agents> | undefined

  /**
   * The HTTP client takes longer to load than the rest of the service, so the first call loads it.
   */
  const openAgents = (): Promise<Agents> =>
    (loading ??= import('./create-agents.ts').then(({ createAgents }) =>
      createAgents({ connectTimeoutMs, maxConnectionsPerOrigin, resolve, ca, outerProxy: proxy }),
    ))

  /**
   * The rules of the egress; when plain http would expose a credential, only listed addresses are
   * allowed.
   */
  const rulesOf = (hop: Hop, rules: AddressRules, sensitive: ReadonlySet<string>): AddressRules =>
    hop.url.protocol === 'http:' && carriesCredential(hop, sensitive)
      ? rulesFor(hop.egress, { listedOnly: true })
      : rules

  const firstHop = (
    rules: AddressRules,
    {
      egress,
      url,
      method,
      headers,
      body,
      hasCredentialInUrl = false,
      hasCredentialInBody = false,
    }: OutboundRequest,
  ): Hop => {
    const target = parseTarget(rules, url)
    const verb = method.toUpperCase()
    if (verb === 'CONNECT' || verb === 'TRACE')
      throw new OutboundError('invalid_url', target.host, `the method ${verb} cannot be sent`)
    return {
      egress,
      hasCredentialInUrl,
      hasCredentialInBody,
      url: target,
      method: verb,
      headers: requestHeaders(headers, userAgent),
      body,
    }
  }

  return {
    async send(request) {
      const { timeoutMs = 60_000, maxResponseBytes = 25 * 1024 * 1024, maxRedirects = 5 } = request
      const sizes: SizeLimits = { maxBytes: maxResponseBytes, takeBytes: request.takeBytes }
      const sensitive = new Set([
        ...credentialHeaders,
        ...(request.sensitiveHeaders ?? []).map((name) => name.toLowerCase()),
      ])
      const rules = rulesFor(request.egress)
      let hop = firstHop(rules, request)
      const agents = await openAgents()
      const deadline = startDeadline(
        hop.url.host,
        { timeoutMs, idleTimeoutMs: request.idleTimeoutMs },
        request.signal,
      )
      try {
        for (let redirects = 0; ; redirects++) {
          const hopRules = rulesOf(hop, rules, sensitive)
          // Those of the hop itself were checked when its address was parsed.
          if (hopRules !== rules) checkLiteral(hopRules, hop.url)
          const response = await exchange(
            agents.of(hopRules, request.proxy && { ...request.proxy, rules }),
            hop,
            sizes,
            deadline,
          )
          const next = maxRedirects === 0 ? undefined : nextHop(rules, hop, response, sensitive)
          if (!next) return await toResponse(hop, response, sizes)
          if (redirects === maxRedirects)
            throw new OutboundError(
              'redirects',
              hop.url.host,
              `more than ${maxRedirects} redirects`,
            )
          hop = next
        }
      } finally {
        deadline.clear()
      }
    },
    async check(request) {
      const hop = firstHop(rulesFor(request.egress), { ...request, method: 'GET' })
      const rules = rulesOf(hop, rulesFor(request.egress), new Set())
      const url = parseTarget(rules, hop.url)
      await resolveChecked(rules, url.hostname, portOf(url), resolve ?? dns.lookup).catch(
        (error: unknown) => {
          if (error instanceof ForbiddenAddress)
            throw toBlockedError(url, error.range, request.egress)
          // It is not known to resolve to a listed address.
          if (rules.listedOnly && rules.forbids(url.hostname, portOf(url), '') !== undefined)
            throw toBlockedError(url, publicRange, request.egress)
        },
      )
    },
    allowOnly: (allow) => {
      generation += 1
      rulesFor = createAddressRules(allow, generation)
    },
    async close() {
      await (await loading)?.destroy()
    },
  }
}

const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization']

const toResponse = (
  hop: Hop,
  { status, headers, body }: RawResponse,
  sizes: SizeLimits,
): OutboundResponse | Promise<OutboundResponse> => {
  const response = { status, headers, body, url: hop.url.href }
  return headers['content-encoding'] === undefined ? response : decode(hop, response, sizes)
}

const decode = async (
  hop: Hop,
  response: OutboundResponse,
  { maxBytes, takeBytes }: SizeLimits,
): Promise<OutboundResponse> => {
  const { status, headers, body, url } = response
  const decoded = await decodeBody(hop.url.host, body, headers['content-encoding'], maxBytes)
  if (!decoded) return response
  if (takeBytes && !takeBytes(decoded.length)) throw toMemoryError(hop.url.host)
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers
  return { status, headers: rest, body: decoded, url }
}
