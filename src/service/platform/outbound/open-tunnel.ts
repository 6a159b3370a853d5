import { request } from 'node:http'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import type { ConnectorOptions } from './guarded-connector.ts'
import { OutboundError } from './outbound-error.ts'
import { toOutboundError } from './to-outbound-error.ts'

/** Opens the connection to a target, with TLS where its protocol asks for it. */
export type Connect = (target: buildConnector.Options) => Promise<Socket>

export const toConnect =
  (connector: buildConnector.connector): Connect =>
  (target) =>
    new Promise((resolve, reject) =>
      connector(target, (error, socket) => (error ? reject(error) : resolve(socket))),
    )

export const toConnector =
  (connect: Connect): buildConnector.connector =>
  (target, callback) =>
    callbackify(connect)(target, (error, socket) =>
      error ? callback(error, null) : callback(null, socket),
    )

/** Where a proxy is, in the form in which connections are opened. */
export const toTarget = ({ hostname, host, protocol, port }: URL): buildConnector.Options => ({
  hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
  host,
  protocol,
  port,
})

type Tunnel = {
  /** Names the proxy in errors. */
  proxy: string
  /** Host and port that the proxy is to connect to. */
  authority: string
  authorization: string | undefined
}

/**
 * Has a proxy connect the socket to the authority, and begins TLS with the target, whose certificate
 * must be that of its name. Made once for many connections, which resume the TLS sessions of others.
 */
export const createConnectThrough = ({ connectTimeoutMs, secureContext }: ConnectorOptions) => {
  const secure = toConnect(
    buildConnector({
      timeout: connectTimeoutMs,
      allowH2: false,
      ...(secureContext && { secureContext }),
    }),
  )
  return async (
    socket: Socket,
    tunnel: Tunnel,
    target: buildConnector.Options,
  ): Promise<Socket> => {
    const opened = await openTunnel(socket, tunnel, connectTimeoutMs)
    return target.protocol === 'https:' ? secure({ ...target, httpSocket: opened }) : opened
  }
}

const openTunnel = (
  socket: Socket,
  { proxy, authority, authorization }: Tunnel,
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
            new OutboundError('network', proxy, `the proxy rejected the call (${statusCode})`),
          )
        if (head.length > 0) tunnel.unshift(head)
        resolve(tunnel as Socket)
      })
      .on('timeout', () =>
        fail(new OutboundError('timeout', proxy, 'the proxy opened no connection in time')),
      )
      .on('error', (cause) => fail(toOutboundError(proxy, cause)))
      .end()
  })
