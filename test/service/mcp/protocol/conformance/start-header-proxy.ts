import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands before an endpoint and adds headers, for clients that send none. A foreign Host or Origin
 * goes through as it is.
 */
export const startHeaderProxy = async (target: string, headers: Record<string, string>) => {
  const { hostname, port, host, origin } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  let own = ''
  const server = createServer((incoming, response) => {
    const given = {
      ...incoming.headers,
      ...(incoming.headers.host === own && { host }),
      ...(incoming.headers.origin === `http://${own}` && { origin }),
    }
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: incoming.method,
        path: incoming.url,
        headers: { ...given, ...headers },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    response.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  own = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${own}${new URL(target).pathname}`,
    close: () =>
      new Promise<void>((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
