import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { respondToMalformedRequests, rejectInvalidUrl } from './malformed-requests.ts'
import { lingering } from './linger.ts'

type Listener = {
  url: string
  /** Stops accepting connections and waits at most `graceMs` for pending responses. */
  close(graceMs: number): Promise<void>
}

/** Serves an application on a local address. */
export const listen = async (
  fetch: (request: Request) => Response | Promise<Response>,
  address: { host: string; port: number },
): Promise<Listener> => {
  // A missing Host header is refused with the envelope instead.
  const settings = {
    keepAliveTimeout: 65_000,
    requestTimeout: 120_000,
    requireHostHeader: false,
    ServerResponse: lingering(),
  }
  const server = createServer(
    settings,
    getRequestListener(fetch, { errorHandler: rejectInvalidUrl }),
  )
  respondToMalformedRequests(server)
  const sockets = trackSockets(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}`,
    close: (graceMs) => close(server, sockets, graceMs),
  }
}

const trackSockets = (server: Server): ReadonlySet<Socket> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

const close = async (
  server: Server,
  sockets: ReadonlySet<Socket>,
  graceMs: number,
): Promise<void> => {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection with a pending response becomes idle later and would be kept alive.
  const sweep = setInterval(() => {
    server.closeIdleConnections()
    // Clients open connections in advance, which Node does not count as idle before the first
    // request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, 20)
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(timer)
}
