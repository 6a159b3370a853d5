import dns from 'node:dns'
import { createAddressRules } from './create-address-rules.ts'
import type { Agents } from './create-agents.ts'
import { decodeBody } from './decode-body.ts'
import { exchange, noRoom } from './exchange.ts'
import type { Hop, RawResponse, SizeLimits } from './exchange.ts'
import type { Resolve } from './guarded-lookup.ts'
import { ForbiddenAddress } from './forbidden-address.ts'
import { nextHop } from './next-hop.ts'
import { OutboundError } from './outbound-error.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from './outbound.ts'
import { parseTarget } from './parse-target.ts'
import { portOf } from './port-of.ts'
import { requestHeaders } from './request-headers.ts'
import { resolveChecked } from './resolve-checked.ts'
import { startDeadline } from './start-deadline.ts'
import { toOutboundError } from './to-outbound-error.ts'

export type OutboundOptions = {
  /** Addresses that are not public and may be called all the same: `host:port` or CIDR. */
  allow: string[]
  userAgent?: string
  /** Default 10,000. */
  connectTimeoutMs?: number
  /** Sockets to one origin at a time; further calls wait. Default 256. */
  maxConnectionsPerOrigin?: number
  /** A certificate authority (PEM) to trust besides the usual ones. */
  ca?: string
  /** Instead of `dns.lookup`, for tests. */
  resolve?: Resolve
}

/**
 * Makes the client for everything that leaves the process. It calls public addresses only, checks each address at the moment of
 * connecting and after every redirect, and bounds time and size.
 *
 * @example
 * const outbound = createOutbound({ allow: ['localhost:4000', '10.20.0.0/16'] })
 * const { status, body } = await outbound.send({ method: 'GET', url: 'http://localhost:4000/items', timeoutMs: 5_000 })
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const rules = createAddressRules(options.allow)
  const { userAgent, connectTimeoutMs = 10_000, maxConnectionsPerOrigin = 256, resolve, ca } = options
  let agents: Promise<Agents> | undefined

  return {
    async send(request) {
      const { timeoutMs = 60_000, maxResponseBytes = 25 * 1024 * 1024, maxRedirects = 5 } = request
      const sizes: SizeLimits = { maxBytes: maxResponseBytes, takeBytes: request.takeBytes }
      const sensitive = new Set([...credentialHeaders, ...(request.sensitiveHeaders ?? []).map(name => name.toLowerCase())])
      let hop = firstHop(request)
      const dispatcher = (await openAgents()).of(request.proxy)
      const deadline = startDeadline(hop.url.host, { timeoutMs, idleTimeoutMs: request.idleTimeoutMs }, request.signal)
      try {
        for (let redirects = 0; ; redirects++) {
          const response = await exchange(dispatcher, hop, sizes, deadline)
          const next = maxRedirects === 0 ? undefined : nextHop(rules, hop, response, sensitive)
          if (!next) return await toResponse(hop, response, sizes)
          if (redirects === maxRedirects) throw new OutboundError('redirects', hop.url.host, `more than ${maxRedirects} redirects`)
          hop = next
        }
      } finally {
        deadline.clear()
      }
    },
    async check(address) {
      const url = parseTarget(rules, address)
      await resolveChecked(rules, url.hostname, portOf(url), resolve ?? dns.lookup).catch((error: unknown) => {
        if (error instanceof ForbiddenAddress) throw toOutboundError(url.host, error)
      })
    },
    async close() {
      await (await agents)?.destroy()
    },
  }

  /** The HTTP client takes longer to load than everything else that a start needs together, so it is loaded for the first call. */
  function openAgents(): Promise<Agents> {
    return (agents ??= import('./create-agents.ts').then(({ createAgents }) => createAgents(rules, { connectTimeoutMs, maxConnectionsPerOrigin, resolve, ca })))
  }

  function firstHop({ url, method, headers, body }: OutboundRequest): Hop {
    const target = parseTarget(rules, url)
    const verb = method.toUpperCase()
    if (verb === 'CONNECT' || verb === 'TRACE') throw new OutboundError('invalid_url', target.host, `the method ${verb} can't be sent`)
    return { url: target, method: verb, headers: requestHeaders(headers, userAgent), body }
  }
}

const credentialHeaders = ['authorization', 'cookie', 'proxy-authorization']

async function toResponse(hop: Hop, response: RawResponse, { maxBytes, takeBytes }: SizeLimits): Promise<OutboundResponse> {
  const { status, headers, body } = response
  const url = hop.url.href
  const decoded = await decodeBody(hop.url.host, body, headers['content-encoding'], maxBytes)
  if (!decoded) return { status, headers, body, url }
  if (takeBytes && !takeBytes(decoded.length)) throw noRoom(hop.url.host)
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers
  return { status, headers: rest, body: decoded, url }
}
