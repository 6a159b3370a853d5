import dns from 'node:dns'
import { isIPv6 } from 'node:net'
import type { buildConnector } from 'undici'
import type { AddressRules } from './create-address-rules.ts'
import { ForbiddenAddress } from './forbidden-address.ts'
import type { ConnectorOptions } from './guarded-connector.ts'
import { createConnectThrough, toConnector, toTarget, type Connect } from './open-tunnel.ts'
import { portOf } from './port-of.ts'
import { resolveChecked } from './resolve-checked.ts'
import { toOutboundError } from './to-outbound-error.ts'

type Proxy = {
  url: URL
  authorization?: string
  /** Opens the connection to the proxy, by the rules for its own address. */
  connect: Connect
}

/**
 * Opens a CONNECT tunnel through the proxy that an auth config names, for each connection. The target
 * is resolved and checked here, and the proxy gets the checked address instead of the name, because
 * the proxy might resolve the name to another address.
 */
export const tunnelConnector = (
  rules: AddressRules,
  { url, authorization, connect }: Proxy,
  options: ConnectorOptions,
): buildConnector.connector => {
  const connectThrough = createConnectThrough(options)
  return toConnector(async (target) => {
    const port = portOf(target)
    const address = await resolveChecked(
      rules,
      target.hostname,
      port,
      options.resolve ?? dns.lookup,
    )
    const socket = await connect(toTarget(url)).catch((error: unknown) => {
      throw error instanceof ForbiddenAddress
        ? new ForbiddenAddress(error.range, url)
        : toOutboundError(url.host, error)
    })
    const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`
    return connectThrough(socket, { proxy: url.host, authority, authorization }, target)
  })
}
