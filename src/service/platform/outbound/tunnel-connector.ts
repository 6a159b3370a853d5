import dns from 'node:dns'
import { request } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import type { AddressRules } from './create-address-rules.ts'
import { guardedConnector, type ConnectorOptions } from './guarded-connector.ts'
import { ForbiddenAddress } from './forbidden-address.ts'
import { OutboundError } from './outbound-error.ts'
import { portOf } from './port-of.ts'
import { resolveChecked } from './resolve-checked.ts'
import { toOutboundError } from './to-outbound-error.ts'

/** `rules` apply to the proxy's own address; the target's may be stricter. */
type Proxy = { url: URL; authorization?: string; rules: AddressRules }

/**
 * Opens a CONNECT tunnel through an HTTP proxy for each connection. The target is resolved and
 * checked here, and the proxy gets the checked address instead of the name, because the proxy might
 * resolve the name to another address.
 */
export const tunnelConnector = (
  rules: AddressRules,
  proxy: Proxy,
  options: ConnectorOptions,
): buildConnector.connector => {
  const connectToProxy = promised(guardedConnector(proxy.rules, options))
  const secure = promised(
    buildConnector({
      timeout: options.connectTimeoutMs,
      allowH2: false,
      ...(options.secureContext && { secureContext: options.secureContext }),
    }),
  )

  const open = async (target: buildConnector.Options): Promise<Socket> => {
    const address = await resolveChecked(
      rules,
      target.hostname,
      portOf(target),
      options.resolve ?? dns.lookup,
    )
    const { hostname, host, protocol, port } = proxy.url
    const socket = await connectToProxy({
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      host,
      protocol,
      port,
    }).catch((error: unknown) => {
      throw error instanceof ForbiddenAddress
        ? new ForbiddenAddress(error.range, proxy.url)
        : toOutboundError(host, error)
    })
    const tunnel = await openTunnel(
      socket,
      proxy,
      `${isIPv6(address) ? `[${address}]` : address}:${portOf(target)}`,
      options.connectTimeoutMs,
    )
    return target.protocol === 'https:' ? secure({ ...target, httpSocket: tunnel }) : tunnel
  }
  return (target, callback) =>
    callbackify(open)(target, (error, socket) =>
      error ? callback(error, null) : callback(null, socket),
    )
}

const promised =
  (connect: buildConnector.connector) =>
  (target: buildConnector.Options): Promise<Socket> =>
    new Promise((resolve, reject) =>
      connect(target, (error, socket) => (error ? reject(error) : resolve(socket))),
    )

const openTunnel = (
  socket: Socket,
  { url, authorization }: Proxy,
  authority: string,
  timeout: number,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (error: OutboundError) => {
      socket.destroy()
      reject(error)
    }
    const headers = {
      host: authority,
      ...(authorization !== undefined && { 'proxy-authorization': authorization }),
    }
    request({
      method: 'CONNECT',
      path: authority,
      headers,
      createConnection: () => socket,
      timeout,
    })
      .on('connect', ({ statusCode = 0 }, tunnel, head) => {
        if (statusCode < 200 || statusCode > 299)
          return fail(
            new OutboundError('network', url.host, `the proxy rejected the call (${statusCode})`),
          )
        if (head.length > 0) tunnel.unshift(head)
        resolve(tunnel as Socket)
      })
      .on('timeout', () =>
        fail(new OutboundError('timeout', url.host, 'the proxy opened no connection in time')),
      )
      .on('error', (cause) => fail(toOutboundError(url.host, cause)))
      .end()
  })
