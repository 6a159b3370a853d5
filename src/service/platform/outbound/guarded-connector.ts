import dns from 'node:dns'
import type { SecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import type { AddressRules } from './create-address-rules.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { portOf } from './port-of.ts'

/** `secureContext` holds the certificate authorities to trust, if not the default ones. */
export type ConnectorOptions = {
  connectTimeoutMs: number
  resolve?: Resolve
  secureContext?: SecureContext | undefined
}

/**
 * Opens the sockets of the pool, each to a checked address. Literal addresses skip the lookup:
 * `parseTarget` checks them.
 */
export const guardedConnector = (
  rules: AddressRules,
  options: ConnectorOptions,
): buildConnector.connector => {
  const connectorFor = (port: string) =>
    buildConnector({
      timeout: options.connectTimeoutMs,
      // HTTP/1.1 only: one call has one socket, so cancelling the call closes it.
      allowH2: false,
      lookup: guardedLookup(rules, port, options.resolve ?? dns.lookup),
      ...(options.secureContext && { secureContext: options.secureContext }),
    })
  // A lookup gets the name but not the port, so each port that a rule names has its own connector;
  // all other ports share one.
  const byPort = new Map([...rules.ports].map((port) => [port, connectorFor(port)]))
  const otherPorts = connectorFor('')
  return (target, callback) => (byPort.get(portOf(target)) ?? otherPorts)(target, callback)
}
