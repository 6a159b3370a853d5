import { once } from 'node:events'
import { createServer, request as httpRequest, Agent, type Server } from 'node:http'
import { createConnection, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lingering, type LingerLimits } from '../../../src/service/http/linger.ts'
import { verifies } from '../../requirements.ts'
import { startService, type TestService } from '../../support/start-service.ts'
import { isThorough } from '../../support/thorough.ts'

let service: TestService

beforeAll(async () => {
  service = await startService({ keep: true })
})
afterAll(() => service.close())

const times = isThorough ? 32 : 4
const large = Buffer.alloc(5 * 1024 * 1024, 0x20)
const path = '/api/v3/tool_router/session'

/** What refuses an upload before it has read all of it, each with its status. */
const refusals: [string, { path: string; headers: Record<string, string>; status: number }][] = []

beforeAll(() => {
  const key = { 'x-api-key': service.apiKey }
  refusals.push(
    ['that is too large', { path, headers: key, status: 400 }],
    ['with a wrong key', { path, headers: { 'x-api-key': 'pbk_wrong' }, status: 401 }],
    ['to nowhere', { path: '/api/v3/nowhere', headers: key, status: 404 }],
    ['to an MCP endpoint without a key', { path: '/mcp/sessions/trs_x', headers: {}, status: 401 }],
  )
})

/** Clients that send a body of 5 MiB, and give the status that they got. */
const clients: [
  string,
  (request: { path: string; headers: Record<string, string> }) => Promise<number>,
][] = [
  [
    'fetch',
    async ({ path, headers }) => {
      const answer = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: large,
      })
      expect(await answer.json()).toHaveProperty('error')
      return answer.status
    },
  ],
  [
    'fetch with a body without length',
    async ({ path, headers }) => {
      const body = new ReadableStream({
        start: (controller) => (controller.enqueue(large), controller.close()),
      })
      const answer = await fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        duplex: 'half',
      } as RequestInit)
      expect(await answer.json()).toHaveProperty('error')
      return answer.status
    },
  ],
  ['node:http', (request) => upload(request)],
  [
    'node:http in chunks',
    (request) =>
      upload({ ...request, headers: { ...request.headers, 'transfer-encoding': 'chunked' } }),
  ],
  [
    'node:http that expects 100-continue',
    (request) => upload({ ...request, headers: { ...request.headers, expect: '100-continue' } }),
  ],
  [
    'node:http without keep-alive',
    (request) => upload({ ...request, agent: new Agent({ keepAlive: false }) }),
  ],
  [
    'a socket that reads when it has sent all',
    ({ path, headers }) =>
      sendWhole(path, { ...headers, 'content-length': String(large.byteLength) }, large),
  ],
  [
    'a socket that sends chunks and closes',
    ({ path, headers }) =>
      sendWhole(
        path,
        { ...headers, 'transfer-encoding': 'chunked', connection: 'close' },
        Buffer.concat([
          Buffer.from(`${large.byteLength.toString(16)}\r\n`),
          large,
          Buffer.from('\r\n0\r\n\r\n'),
        ]),
      ),
  ],
]

const upload = async ({
  path,
  headers,
  agent,
}: {
  path: string
  headers: Record<string, string>
  agent?: Agent
}): Promise<number> => {
  const outgoing = httpRequest(service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(!headers['transfer-encoding'] && { 'content-length': String(large.byteLength) }),
      ...headers,
    },
    ...(agent && { agent }),
  })
  if (headers['expect']) outgoing.once('continue', () => outgoing.end(large)).flushHeaders()
  else outgoing.end(large)
  const [response] = await once(outgoing, 'response')
  await response.toArray()
  return response.statusCode
}

const sendWhole = async (
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<number> => {
  const socket = connect(service.url)
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: ' + new URL(service.url).host,
    'content-type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
  socket.pause()
  await new Promise<void>((resolve, reject) =>
    socket.on('error', reject).write(Buffer.concat([Buffer.from(head), body]), () => resolve()),
  )
  const [chunk] = await once(socket.resume(), 'data')
  socket.destroy()
  return Number(String(chunk).split(' ')[1])
}

const connect = (url: string): Socket => {
  const { hostname, port } = new URL(url)
  return createConnection({ host: hostname, port: Number(port) })
}

describe('an upload that is refused before it was read', () => {
  it.each(clients)(
    'is answered every time, by %s',
    async (_, send) => {
      verifies('conventions.early-refusal')
      for (const [, { status, ...request }] of refusals) {
        const statuses = []
        for (let index = 0; index < times / refusals.length; index++)
          statuses.push(await send(request).catch(String))
        expect(statuses).toEqual(statuses.map(() => status))
      }
    },
    300_000,
  )
})

describe('a client that goes on sending', () => {
  it.each<[string, LingerLimits]>([
    ['more than is taken', { bytes: 100_000, ms: 60_000 }],
    ['for too long', { bytes: 1e12, ms: 50 }],
  ])('%s gets its answer, and is cut off', async (_, limits) => {
    verifies('conventions.early-refusal.bounds')
    const { url, server } = await rejectAll(limits)
    const socket = connect(url)
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000000\r\n\r\n')
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk))).on('error', () => {})
    // Unlike this, `once` fails with what a cut off write fails with.
    const closed = new Promise((resolve) => socket.on('close', resolve))
    while (!socket.destroyed) {
      socket.write(Buffer.alloc(10_000))
      await sleep(1)
    }
    await closed
    expect(text).toMatch(/^HTTP\/1\.1 401 [^]*\r\n\r\nrefused$/)
    expect(
      await new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    ).toBe(0)
  })

  it('keeps its connection when it ends in time', async () => {
    verifies('conventions.early-refusal')
    const { url } = await rejectAll()
    const socket = connect(url)
    let text = ''
    socket.on('data', (chunk) => (text += String(chunk)))
    for (const answers of [1, 2, 3]) {
      socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n')
      while (text.split('refused').length <= answers) await once(socket, 'data')
      socket.write('0123456789')
    }
    socket.destroy()
  })
})

const rejectAll = async (limits?: LingerLimits): Promise<{ url: string; server: Server }> => {
  const server = createServer({ ServerResponse: lingering(limits) }, (_request, response) =>
    response.writeHead(401, { 'content-length': '7' }).end('refused'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
