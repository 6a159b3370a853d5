import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type ReceivedRequest = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

export type Upstream = {
  url: string
  /** `host:port`, as the egress list names it. */
  host: string
  received: ReceivedRequest[]
  close(): Promise<void>
}

/** A third party on loopback that notes what it was sent. */
export const startUpstream = async (
  answer: (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>,
  { keep = false }: { keep?: boolean } = {},
): Promise<Upstream> => {
  const received: ReceivedRequest[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const request = {
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    received.push(request)
    await answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  if (!keep) onTestFinished(close)
  return { url: `http://${host}`, host, received, close }
}

export const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
