import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A third party that answers what contains `slow` never, and anything else at once. `begun` resolves
 * with the first slow request, `ended` when its connection closes, which `hangUp` does from here.
 */
export const startSlowApi = async () => {
  const received: string[] = []
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push(body)
    response.setHeader('content-type', 'application/json')
    if (!body.includes('slow')) return void response.end('{"made":true}')
    response.on('close', () => ended.resolve())
    begun.resolve()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}`,
    received,
    begun: begun.promise,
    ended: ended.promise,
    hangUp: () => server.closeAllConnections(),
  }
}
