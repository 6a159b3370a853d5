import http from 'node:http'
import https from 'node:https'
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from 'node:http'
import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'

type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }

const read = (name: string): string =>
  readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')

/** The authority of the https server's certificate. */
export const ca = read('ca.pem')

/** A real server on loopback for one test; it records what it gets. */
export const startServer = async (
  answer: (response: ServerResponse, request: Received) => void = (response) => {
    response.end('ok')
  },
  { host = '127.0.0.1', port = 0, secure = false } = {},
) => {
  const requests: Received[] = []
  let connections = 0
  const listener: RequestListener = async (message, response) => {
    const request = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      body: await textOf(message),
    }
    requests.push(request)
    answer(response, request)
  }
  const server = secure
    ? https.createServer({ key: read('localhost.key'), cert: read('localhost.pem') }, listener)
    : http.createServer(listener)
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const authority = `${host}:${address.port}`
  return {
    url: `${secure ? 'https' : 'http'}://${authority}`,
    authority,
    port: address.port,
    requests,
    connections: () => connections,
  }
}

const textOf = async (message: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of message) text += String(chunk)
  return text
}
