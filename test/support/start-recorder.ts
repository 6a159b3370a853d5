import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it left the service, and what came back. */
export type Exchange = {
  method: string
  /** Still encoded, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  /** Undefined: no answer in time. */
  answer?: { status: number; headers: IncomingHttpHeaders; body: string }
}

export type Recorder = {
  url: string
  /** `host:port`, as the egress list names it. */
  host: string
  /**
   * Hands over, and forgets, the exchanges that carried this credential, and those that carried
   * none.
   */
  take(credential: string): Exchange[]
  close(): Promise<void>
}

const answerMs = 8000
const landing = '/recorder/landing'
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Stands before another server on loopback and writes down what passes. Redirects are answered by
 * itself: they would lead into the real world.
 */
export const startRecorder = async (target: string): Promise<Recorder> => {
  const agent = new Agent({ keepAlive: true })
  const recorded: Exchange[] = []
  const server = createServer(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', target)
    if (url.pathname === landing)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"landed":true}')
    const exchange: Exchange = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').split('?', 1)[0] ?? '',
      query: url.searchParams,
      headers: incoming.headers,
      body: await readAll(incoming),
    }
    recorded.push(exchange)
    await forward(agent, new URL(target), incoming, exchange, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    take: (credential) => {
      const mine = recorded.filter(
        (exchange) => (credentialOf(exchange) ?? credential) === credential,
      )
      for (const exchange of mine) recorded.splice(recorded.indexOf(exchange), 1)
      return mine
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const forward = (
  agent: Agent,
  { hostname, port }: URL,
  incoming: IncomingMessage,
  exchange: Exchange,
  response: ServerResponse,
): Promise<void> =>
  new Promise((resolve) => {
    const giveUp = () => {
      if (!response.headersSent) response.writeHead(504, { 'content-type': 'text/plain' })
      response.end('The mock did not answer in time')
      resolve()
    }
    const outgoing = send({
      agent,
      hostname,
      port,
      method: exchange.method,
      path: incoming.url,
      headers: incoming.headers,
      timeout: answerMs,
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('time-out')))
    outgoing.on('error', giveUp)
    outgoing.on('response', async (answer) => {
      try {
        const body = await readAll(answer)
        const status = answer.statusCode ?? 0
        exchange.answer = { status, headers: answer.headers, body: body.toString('utf8') }
        const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers
        response
          .writeHead(status, { ...headers, ...(redirects.has(status) && { location: landing }) })
          .end(body)
        resolve()
      } catch {
        giveUp()
      }
    })
    outgoing.end(exchange.body)
  })

/** A credential for each worker, by which its requests are told from the others'. */
export const credentialFor = (worker: number): string => `recorded-${worker}-`

const credentialOf = ({ headers }: Exchange): string | undefined =>
  /recorded-\d+-/.exec(Object.values(headers).join('\n'))?.[0]
