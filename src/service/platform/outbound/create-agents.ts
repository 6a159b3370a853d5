import { LRUCache } from 'lru-cache'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import type { AddressRules } from './create-address-rules.ts'
import { guardedConnector, type ConnectorOptions } from './guarded-connector.ts'
import type { OutboundProxy } from './outbound.ts'
import { parseTarget } from './parse-target.ts'
import { tunnelConnector } from './tunnel-connector.ts'

/** The pools of sockets: one for direct calls, one for each proxy. */
export type Agents = {
  of(proxy: OutboundProxy | undefined): Dispatcher
  destroy(): Promise<void>
}

export function createAgents(rules: AddressRules, options: ConnectorOptions & { maxConnectionsPerOrigin: number }): Agents {
  const direct = createAgent(guardedConnector(rules, options))
  const proxied = new LRUCache<string, Agent>({ max: 100, dispose: (agent, _key, reason) => void (reason === 'evict' && agent.close()) })

  return {
    of: (proxy) => (proxy ? through(proxy) : direct),
    destroy: async () => {
      await Promise.all([direct, ...proxied.values()].map((agent) => agent.destroy()))
    },
  }

  function createAgent(connect: buildConnector.connector): Agent {
    // The deadline of each call covers its headers and its body.
    return new Agent({ connect, connections: options.maxConnectionsPerOrigin, allowH2: false, headersTimeout: 0, bodyTimeout: 0 })
  }

  function through(proxy: OutboundProxy): Agent {
    const url = parseTarget(rules, proxy.url)
    const key = `${url.origin} ${proxy.authorization ?? ''}`
    const known = proxied.get(key)
    if (known) return known
    const agent = createAgent(tunnelConnector(rules, { url, ...(proxy.authorization !== undefined && { authorization: proxy.authorization }) }, options))
    proxied.set(key, agent)
    return agent
  }
}
