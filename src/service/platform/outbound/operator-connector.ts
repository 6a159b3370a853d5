import dns from 'node:dns'
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { carriedAddresses } from './carried-addresses.ts'
import { publicRange, type AddressRules } from './create-address-rules.ts'
import { ForbiddenAddress } from './forbidden-address.ts'
import { guardedConnector, type ConnectorOptions } from './guarded-connector.ts'
import type { Resolve } from './guarded-lookup.ts'
import { createConnectThrough, toConnect, toConnector, toTarget } from './open-tunnel.ts'
import { portOf } from './port-of.ts'
import { specialRange } from './special-range.ts'
import { toOutboundError } from './to-outbound-error.ts'

type Proxy = { url: URL; authorization?: string }

/**
 * Opens connections through the proxy of the operator, beyond which the Internet is.
 *
 * - A host whose addresses are known here passes the rules. Those that are not public are inside, and
 *   reached directly.
 * - The proxy gets the name of the host: such proxies decide by names, and networks that need one
 *   often resolve no names of the Internet. It therefore has to refuse inner addresses itself, to
 *   which a name may lead there.
 */
export const operatorConnector = (
  rules: AddressRules,
  { url, authorization }: Proxy,
  options: ConnectorOptions,
): buildConnector.connector => {
  const connectThrough = createConnectThrough(options)
  const connectDirectly = toConnect(guardedConnector(rules, options))
  const connectToProxy = toConnect(
    buildConnector({
      timeout: options.connectTimeoutMs,
      allowH2: false,
      ...(options.secureContext && { secureContext: options.secureContext }),
    }),
  )
  return toConnector(async (target) => {
    const hostname = target.hostname.replace(/^\[(.*)\]$/, '$1')
    const port = portOf(target)
    const addresses = await addressesOf(hostname, options.resolve ?? dns.lookup)
    const range = findForbidden(rules, hostname, port, addresses)
    if (range !== undefined) throw new ForbiddenAddress(range)
    if (addresses.length > 0 && !addresses.some(isPublic)) return connectDirectly(target)
    const socket = await connectToProxy(toTarget(url)).catch((error: unknown) => {
      throw toOutboundError(url.host, error)
    })
    const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
    return connectThrough(socket, { proxy: url.host, authority, authorization }, target)
  })
}

/** None where the name can't be resolved here. */
const addressesOf = (hostname: string, resolve: Resolve): Promise<string[]> =>
  isIP(hostname) === 0
    ? new Promise((fulfil) =>
        resolve(hostname, { all: true }, (error, addresses) =>
          fulfil(error ? [] : addresses.map(({ address }) => address)),
        ),
      )
    : Promise.resolve([hostname])

const findForbidden = (
  rules: AddressRules,
  hostname: string,
  port: string,
  addresses: string[],
): string | undefined => {
  if (addresses.length > 0)
    return addresses
      .map((address) => rules.forbids(hostname, port, address))
      .find((range) => range !== undefined)
  // Without an address, only an entry that names the host can list it.
  return rules.listedOnly && rules.forbids(hostname, port, '') !== undefined
    ? publicRange
    : undefined
}

const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) &&
  carriedAddresses(ipaddr.parse(address)).every((carried) => specialRange(carried) === undefined)
