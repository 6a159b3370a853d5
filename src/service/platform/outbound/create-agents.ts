import tls from 'node:tls'
import { LRUCache } from 'lru-cache'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import type { AddressRules } from './create-address-rules.ts'
import { guardedConnector, type ConnectorOptions } from './guarded-connector.ts'
import type { OutboundProxy } from './outbound.ts'
import { toConnect } from './open-tunnel.ts'
import { operatorConnector } from './operator-connector.ts'
import { parseTarget } from './parse-target.ts'
import { trustedCertificates } from './trusted-certificates.ts'
import { tunnelConnector } from './tunnel-connector.ts'

/**
 * The pools of sockets. Requests share a pool only if they have the same address rules and the same
 * proxy.
 */
export type Agents = {
  of(rules: AddressRules, proxy: AllowedProxy | undefined): Dispatcher
  destroy(): Promise<void>
}

/** `rules` apply to the proxy's own address. */
type AllowedProxy = OutboundProxy & { rules: AddressRules }

type Options = Omit<ConnectorOptions, 'secureContext'> & {
  maxConnectionsPerOrigin: number
  ca?: string | undefined
  /** The proxy of the operator, through which public addresses are reached. */
  outerProxy?: OutboundProxy | undefined
}

const maximumPools = 500

export const createAgents = ({
  maxConnectionsPerOrigin,
  ca,
  outerProxy,
  ...given
}: Options): Agents => {
  // Created once: parsing all certificate authorities takes tens of milliseconds.
  const secureContext =
    ca === undefined ? undefined : tls.createSecureContext({ ca: trustedCertificates(ca) })
  const options: ConnectorOptions = { ...given, secureContext }
  const pools = new LRUCache<string, Agent>({
    max: maximumPools,
    dispose: (agent, _key, reason) => void (reason === 'evict' && agent.close()),
  })

  const outer = outerProxy && { ...outerProxy, url: new URL(outerProxy.url) }
  const connectorFor = (rules: AddressRules): buildConnector.connector =>
    outer ? operatorConnector(rules, outer, options) : guardedConnector(rules, options)

  const pool = (key: string, connector: () => buildConnector.connector): Agent => {
    const known = pools.get(key)
    if (known) return known
    // undici's own timeouts are off: the deadline of each call covers headers and body.
    const agent = new Agent({
      connect: connector(),
      connections: maxConnectionsPerOrigin,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    pools.set(key, agent)
    return agent
  }

  const through = (
    rules: AddressRules,
    { url: address, authorization, rules: proxyRules }: AllowedProxy,
  ): Agent => {
    const url = parseTarget(proxyRules, address)
    const key = [rules.key, proxyRules.key, url.origin, authorization ?? ''].join('\n')
    return pool(key, () =>
      tunnelConnector(
        rules,
        {
          url,
          connect: toConnect(connectorFor(proxyRules)),
          ...(authorization !== undefined && { authorization }),
        },
        options,
      ),
    )
  }

  return {
    of: (rules, proxy) =>
      proxy ? through(rules, proxy) : pool(rules.key, () => connectorFor(rules)),
    destroy: async () => {
      await Promise.all([...pools.values()].map((agent) => agent.destroy()))
    },
  }
}
