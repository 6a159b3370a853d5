import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Tunnel = { target: string; authorization: string | undefined }

/**
 * An HTTP proxy on loopback that opens CONNECT tunnels and notes for whom; `answer` other than 200
 * refuses them. `knows`: the addresses of names that it alone can resolve.
 */
export const startProxy = async ({
  answer = 200,
  knows = {},
}: { answer?: number; knows?: Record<string, string> } = {}) => {
  const tunnels: Tunnel[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => void response.writeHead(405).end())
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', (request, client: Socket) => {
    tunnels.push({
      target: request.url ?? '',
      authorization: request.headers['proxy-authorization'],
    })
    if (answer !== 200) return void client.end(`HTTP/1.1 ${answer} Refused\r\n\r\n`)
    const [host, port] = (request.url ?? '').split(/:(?=\d+$)/)
    const upstream = connect(Number(port), knows[host ?? ''] ?? host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    sockets.add(upstream)
    for (const socket of [client, upstream])
      socket.on('error', () => [client, upstream].forEach((each) => each.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}`, host, tunnels }
}
