import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CollectedMetrics } from './create-metrics.ts'
import type { MetricsAddress } from './open-metrics.ts'

/**
 * Serves `GET /metrics` on a separate listener, so that metrics are never exposed on the public
 * address.
 */
export const serveMetrics = async (
  metrics: CollectedMetrics,
  { host, port }: MetricsAddress,
): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics')
      return void response.writeHead(404, plain).end('Only /metrics is served here.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response
        .writeHead(405, { ...plain, allow: 'GET' })
        .end('/metrics is read with GET.\n')
    void answer(metrics, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new Error(
          `The metrics cannot be served on ${host}:${port}, as PLUGBOARD_METRICS_HOST and PLUGBOARD_METRICS_PORT say: ${cause.message}`,
          { cause },
        ),
      ),
    )
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/metrics`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const plain = { 'content-type': 'text/plain; charset=utf-8' }

const answer = async (metrics: CollectedMetrics, response: ServerResponse): Promise<void> => {
  const text = await metrics
    .text()
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (text instanceof Error)
    response.writeHead(500, plain).end(`The metrics could not be collected: ${text.message}\n`)
  else response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
}
