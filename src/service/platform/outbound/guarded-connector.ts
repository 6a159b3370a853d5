import dns from 'node:dns'
import type { SecureContext } from 'node:tls'
import { buildConnector } from 'undici'
import type { AddressRules } from './create-address-rules.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { portOf } from './port-of.ts'

/** `secureContext`: the authorities to trust, where they are not the usual ones. */
export type ConnectorOptions = {
  connectTimeoutMs: number
  resolve?: Resolve
  secureContext?: SecureContext | undefined
}

/**
 * Opens the sockets of the pool, each to an address that was checked. Literal addresses don't come
 * by the look-up: `parseTarget` checks them.
 */
export const guardedConnector = (
  rules: AddressRules,
  options: ConnectorOptions,
): buildConnector.connector => {
  const connectorFor = (port: string) =>
    buildConnector({
      timeout: options.connectTimeoutMs,
      // HTTP/1.1 alone: there one call has one socket, so cancelling the call closes it.
      allowH2: false,
      lookup: guardedLookup(rules, port, options.resolve ?? dns.lookup),
      ...(options.secureContext && { secureContext: options.secureContext }),
    })
  // A look-up is told the name but not the port, so each port that a rule names has its own
  // connector; no rule names the others.
  const byPort = new Map([...rules.ports].map((port) => [port, connectorFor(port)]))
  const otherPorts = connectorFor('')
  return (target, callback) => (byPort.get(portOf(target)) ?? otherPorts)(target, callback)
}
