import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { StreamedBody } from '../../../../src/service/platform/outbound/index.ts'
import { startOutbound } from './start-outbound.ts'

const pieceBytes = 192 * 1024

const serve = async (
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ url: string; host: string }> => {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void (server.close(), server.closeAllConnections()))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: `http://${host}`, host }
}

/** Counts what was read of it, and how often it was begun and left. */
const bodyOf = (count: number, onRead: (bytes: number) => void = () => {}) => {
  const seen = { begun: 0, ended: 0, bytes: 0 }
  const body: StreamedBody = {
    size: count * pieceBytes,
    sha256: 'any',
    read: async function* () {
      seen.begun += 1
      try {
        for (let position = 0; position < count; position++) {
          seen.bytes += pieceBytes
          onRead(seen.bytes)
          yield Buffer.alloc(pieceBytes, position % 256)
        }
      } finally {
        seen.ended += 1
      }
    },
  }
  return { body, seen }
}

it('reads a body no faster than the server takes it', async () => {
  let taken = 0
  const held: number[] = []
  const { url, host } = await serve(async (request, response) => {
    const hash = createHash('sha256')
    for await (const piece of request as AsyncIterable<Buffer>) {
      taken += piece.length
      hash.update(piece)
    }
    response.end(`${request.headers['content-length']} ${hash.digest('hex')}`)
  })
  const outbound = startOutbound({ allow: [host] })
  const { body } = bodyOf(400, (bytes) => held.push(bytes - taken))

  const answer = await outbound.send({ method: 'POST', url, body })

  const expected = createHash('sha256')
  for await (const piece of bodyOf(400).body.read()) expected.update(piece)
  expect(Buffer.from(answer.body).toString()).toBe(`${400 * pieceBytes} ${expected.digest('hex')}`)
  // What lies between is in the buffers of two sockets; all of it would be 75 MiB.
  expect(Math.max(...held)).toBeLessThan(20 * 1024 * 1024)
})

it('reads it anew after a redirect, and leaves it where the server answers at once', async () => {
  const { url, host } = await serve(async (request, response) => {
    if (request.url === '/early') return void response.writeHead(413, { connection: 'close' }).end()
    for await (const piece of request as AsyncIterable<Buffer>)
      expect(piece.length).toBeGreaterThan(0)
    if (request.url === '/from') response.writeHead(307, { location: '/to' }).end()
    else response.end(request.headers['content-length'])
  })
  const outbound = startOutbound({ allow: [host] })
  const twice = bodyOf(3)
  const early = bodyOf(400)

  const answer = await outbound.send({ method: 'PUT', url: `${url}/from`, body: twice.body })
  await outbound
    .send({ method: 'PUT', url: `${url}/early`, body: early.body })
    .catch(() => undefined)

  expect(Buffer.from(answer.body).toString()).toBe(String(3 * pieceBytes))
  expect(twice.seen).toEqual({ begun: 2, ended: 2, bytes: 6 * pieceBytes })
  await expect.poll(() => early.seen.ended).toBe(1)
  expect(early.seen.bytes).toBeLessThan(20 * 1024 * 1024)
})

it('fails as a call does where the body cannot be read to its end', async () => {
  const { url, host } = await serve(async (request, response) => {
    for await (const piece of request as AsyncIterable<Buffer>)
      expect(piece.length).toBeGreaterThan(0)
    response.end()
  })
  const outbound = startOutbound({ allow: [host] })
  const body: StreamedBody = {
    size: 100,
    sha256: 'any',
    read: async function* () {
      yield Buffer.alloc(50)
      throw new Error('The file was removed while it was being read')
    },
  }

  await expect(outbound.send({ method: 'PUT', url, body })).rejects.toMatchObject({
    name: 'OutboundError',
  })
})
